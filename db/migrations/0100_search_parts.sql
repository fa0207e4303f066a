CREATE INDEX "businesses_words_idx" ON "businesses" USING gin (to_tsvector('simple', "name"));--> statement-breakpoint
CREATE INDEX "api_keys_last_four_idx" ON "api_keys" USING btree ("last_four");--> statement-breakpoint
CREATE INDEX "deposit_accounts_reference_start_idx" ON "deposit_accounts" USING btree ("reference" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "payments_ref_start_idx" ON "payments" USING btree ("payment_ref" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_words_idx" ON "users" USING gin (to_tsvector('simple', "name"));--> statement-breakpoint
CREATE INDEX "tokens_words_idx" ON "tokens" USING gin (to_tsvector('simple', "ticker" || ' ' || "name"));--> statement-breakpoint
CREATE INDEX "wallets_address_start_idx" ON "wallets" USING btree (lower("address") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "wallets_address_end_idx" ON "wallets" USING btree (reverse(lower("address")) text_pattern_ops);