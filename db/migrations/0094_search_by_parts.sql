DROP INDEX "deposits_hash_idx";--> statement-breakpoint
CREATE INDEX "deposits_tx_hash_idx" ON "deposits" USING btree ("tx_hash");--> statement-breakpoint
CREATE INDEX "request_log_idempotency_key_idx" ON "request_log" USING btree ("idempotency_key") WHERE idempotency_key is not null;