DROP INDEX "ledger_journals_one_receipt_key";--> statement-breakpoint
DROP INDEX "payment_arrivals_aside_idx";--> statement-breakpoint
ALTER TABLE "payment_sweeps" ALTER COLUMN "transaction_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_arrivals" ADD COLUMN "proposed_by" text;--> statement-breakpoint
ALTER TABLE "payment_arrivals" ADD COLUMN "proposal" text;--> statement-breakpoint
ALTER TABLE "payment_arrivals" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "payment_arrivals" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "payment_sweeps" ADD COLUMN "approved_by" text;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_sweeps_one_proposed_key" ON "payment_sweeps" USING btree ("wallet_id","chain_id",coalesce(token_address, '')) WHERE state = 'PROPOSED';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_journals_one_receipt_key" ON "ledger_journals" USING btree ("reference_type","reference_id","kind") WHERE kind in ('receive', 'sweep', 'fee', 'reverse');--> statement-breakpoint
CREATE INDEX "payment_arrivals_aside_idx" ON "payment_arrivals" USING btree ("created_at","deposit_id") WHERE state in ('FOREIGN', 'REVERTED', 'DOUBTFUL') and decided_by is null;--> statement-breakpoint
ALTER TABLE "payment_sweeps" ADD CONSTRAINT "payment_sweeps_queued" CHECK ((state = 'PROPOSED') = (transaction_id is null));