DROP INDEX "transactions_one_sweep_key";--> statement-breakpoint
-- All there were gave the platform's own coins back.
UPDATE "transactions" SET "type" = 'FLOAT_RETURN' WHERE "type" = 'SWEEP';--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_one_float_return_key" ON "transactions" USING btree ("chain_id","wallet_id") WHERE type = 'FLOAT_RETURN' and status = 'PENDING';
