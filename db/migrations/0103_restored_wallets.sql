ALTER TABLE "wallet_counters" ADD COLUMN "skipped_from" integer;--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "restored" text;--> statement-breakpoint
CREATE INDEX "wallet_counters_skipped_idx" ON "wallet_counters" USING btree ("business_id") WHERE skipped_from is not null;--> statement-breakpoint
CREATE INDEX "wallets_restored_idx" ON "wallets" USING btree ("business_id") WHERE restored = 'used';