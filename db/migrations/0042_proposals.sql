ALTER TABLE "payment_receipts" ADD COLUMN "proposed_by" text;--> statement-breakpoint
ALTER TABLE "payment_receipts" ADD COLUMN "proposal" text;