ALTER TABLE "wallet_counters" ADD COLUMN "skipped_from" integer;--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "restored_at" timestamp (3) with time zone;