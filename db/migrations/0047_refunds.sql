DROP INDEX "payment_refunds_one_open_key";--> statement-breakpoint
DROP INDEX "payment_refunds_due_idx";--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "provider" text NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "revenue_minor" numeric(38,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "balance_minor" numeric(38,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "balance_micros" numeric(38,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "rate_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_rate_id_fx_rates_id_fk" FOREIGN KEY ("rate_id") REFERENCES "public"."fx_rates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_journals_one_refund_end_key" ON "ledger_journals" USING btree ("reference_id") WHERE reference_type = 'refund' and kind in ('refund', 'release');--> statement-breakpoint
CREATE INDEX "payment_refunds_receipt_idx" ON "payment_refunds" USING btree ("receipt_id");--> statement-breakpoint
CREATE INDEX "payment_refunds_listed_idx" ON "payment_refunds" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_one_open_key" ON "payment_refunds" USING btree ("receipt_id") WHERE state in ('REQUESTED', 'PROCESSING', 'NEEDS_DETAILS');--> statement-breakpoint
CREATE INDEX "payment_refunds_due_idx" ON "payment_refunds" USING btree ("provider","next_attempt_at") WHERE state in ('PROCESSING', 'NEEDS_DETAILS');--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_something" CHECK (units > 0);--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_parts" CHECK (state in ('REQUESTED', 'FAILED') or source = 'SUSPENSE' or (source is not null and revenue_minor + balance_minor = units));