ALTER TABLE "sweep_wallets" ADD COLUMN "observed_units" numeric(78,0);--> statement-breakpoint
ALTER TABLE "sweep_wallets" ADD COLUMN "observed_block" numeric(78,0);--> statement-breakpoint
ALTER TABLE "sweeps" ADD COLUMN "judged_block" numeric(78,0);--> statement-breakpoint
ALTER TABLE "sweeps" ADD COLUMN "free_units" numeric(78,0);--> statement-breakpoint
CREATE INDEX "transactions_landed_idx" ON "transactions" USING btree ("wallet_id","chain_id","block_number") WHERE block_number is not null;