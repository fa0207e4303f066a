DROP INDEX "wallets_restored_idx";--> statement-breakpoint
ALTER TABLE "wallet_counters" ADD COLUMN "deposits_read_to" jsonb;--> statement-breakpoint
CREATE INDEX "wallets_restored_idx" ON "wallets" USING btree ("business_id","restored") WHERE restored is not null;