CREATE INDEX "deposits_hash_idx" ON "deposits" USING hash ("tx_hash");--> statement-breakpoint
CREATE INDEX "deposits_sender_idx" ON "deposits" USING btree ("from_address","id");--> statement-breakpoint
CREATE INDEX "indexer_events_transaction_idx" ON "indexer_events" USING hash ("transaction_hash");--> statement-breakpoint
CREATE INDEX "indexer_subscriptions_contract_idx" ON "indexer_subscriptions" USING btree ("contract_address","id");--> statement-breakpoint
CREATE INDEX "transaction_attempts_hash_idx" ON "transaction_attempts" USING hash ("tx_hash");--> statement-breakpoint
CREATE INDEX "transactions_recipient_idx" ON "transactions" USING btree ("to_address","id");