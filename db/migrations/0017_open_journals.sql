CREATE TABLE "ledger_open_journals" (
	"journal_id" uuid NOT NULL
);
