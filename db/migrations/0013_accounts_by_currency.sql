CREATE OR REPLACE FUNCTION ledger_may_be_negative(kind text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT split_part(kind, '.', 1) IN ('funding', 'psp', 'chain', 'fx', 'fees', 'rounding')
$$;--> statement-breakpoint
DROP TRIGGER IF EXISTS "opened_empty" ON "ledger_accounts";--> statement-breakpoint
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_never_negative";--> statement-breakpoint
DROP INDEX "ledger_journals_one_hold_key";--> statement-breakpoint
DROP INDEX "ledger_journals_one_settle_key";--> statement-breakpoint
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_business_id_kind_pk";--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_journal_id_kind_pk";--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD COLUMN "currency" text DEFAULT 'USD' NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ALTER COLUMN "currency" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "ledger_accounts" RENAME COLUMN "balance_micros" TO "balance_units";--> statement-breakpoint
ALTER TABLE "ledger_accounts" ALTER COLUMN "balance_units" SET DATA TYPE numeric(78,0);--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "currency" text DEFAULT 'USD' NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ALTER COLUMN "currency" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "ledger_entries" RENAME COLUMN "amount_micros" TO "amount_units";--> statement-breakpoint
ALTER TABLE "ledger_entries" ALTER COLUMN "amount_units" SET DATA TYPE numeric(78,0);--> statement-breakpoint
ALTER TABLE "ledger_journals" RENAME COLUMN "transaction_id" TO "reference_id";--> statement-breakpoint
ALTER TABLE "ledger_journals" ADD COLUMN "reference_type" text;--> statement-breakpoint
ALTER TABLE "ledger_journals" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "ledger_journals" SET "reference_type" = 'transaction' WHERE "reference_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_journals" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_business_id_currency_kind_pk" PRIMARY KEY("business_id","currency","kind");--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_journal_id_business_id_currency_kind_pk" PRIMARY KEY("journal_id","business_id","currency","kind");--> statement-breakpoint
CREATE INDEX "ledger_journals_reference_idx" ON "ledger_journals" USING btree ("reference_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_journals_one_credit_key" ON "ledger_journals" USING btree ("reference_type","reference_id") WHERE kind = 'credit' and reference_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_journals_one_hold_key" ON "ledger_journals" USING btree ("reference_type","reference_id") WHERE kind = 'hold';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_journals_one_settle_key" ON "ledger_journals" USING btree ("reference_type","reference_id") WHERE kind in ('settle', 'release');--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_currency_known" CHECK (currency ~ '^(USD|NGN|[1-9][0-9]*:[0-9A-Za-z]+)$');--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_kind_known" CHECK (kind ~ '^(available|reserved|gas|funding|(psp|chain|fx|revenue|fees|suspense|refunds|rounding)([.][0-9a-z_]+)?)$');--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_never_negative" CHECK (balance_units >= 0 or ledger_may_be_negative(kind));--> statement-breakpoint
ALTER TABLE "ledger_journals" ADD CONSTRAINT "ledger_journals_reference_whole" CHECK ((reference_type is null) = (reference_id is null));--> statement-breakpoint
ALTER TABLE "ledger_journals" ADD CONSTRAINT "ledger_journals_held_for" CHECK (kind = 'credit' or reference_id is not null);
