ALTER TABLE "transactions" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
CREATE INDEX "transactions_batch_idx" ON "transactions" USING btree ("batch_id") WHERE batch_id is not null;