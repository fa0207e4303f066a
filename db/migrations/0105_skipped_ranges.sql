ALTER TABLE "recoveries" ADD COLUMN "deposits_read_to" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "recoveries" ADD COLUMN "first_index" integer;--> statement-breakpoint
ALTER TABLE "wallet_counters" ADD COLUMN "also_skipped_from" jsonb;