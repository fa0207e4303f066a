ALTER TABLE "transactions" ADD COLUMN "served_transaction_id" uuid;--> statement-breakpoint
CREATE INDEX "lanes_float_idx" ON "lanes" USING btree ("chain_id") WHERE gas_float_units > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_one_sweep_key" ON "transactions" USING btree ("chain_id","wallet_id") WHERE type = 'SWEEP' and status = 'PENDING';--> statement-breakpoint
CREATE INDEX "transactions_served_idx" ON "transactions" USING btree ("served_transaction_id") WHERE served_transaction_id is not null;