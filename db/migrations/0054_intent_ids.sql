ALTER TABLE "token_operations" ADD COLUMN "intent_id" uuid;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "intent_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_intent_key" ON "transactions" USING btree ("business_id","intent_id") WHERE intent_id is not null;