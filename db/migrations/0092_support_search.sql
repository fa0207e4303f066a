CREATE INDEX "businesses_name_idx" ON "businesses" USING btree (lower("name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "indexer_subscriptions_url_idx" ON "indexer_subscriptions" USING hash ("webhook_url");--> statement-breakpoint
CREATE INDEX "deposit_accounts_number_idx" ON "deposit_accounts" USING btree ("account_number") WHERE account_number is not null;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_url_idx" ON "webhook_endpoints" USING hash ("url");