DROP INDEX "deposits_business_idx";--> statement-breakpoint
CREATE INDEX "deposits_business_idx" ON "deposits" USING btree ("business_id","created_at","id","chain_id","token_address","stage");