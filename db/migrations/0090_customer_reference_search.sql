CREATE INDEX "tokens_reference_idx" ON "tokens" USING btree ("reference") WHERE reference is not null;--> statement-breakpoint
CREATE INDEX "transactions_reference_idx" ON "transactions" USING btree ("reference") WHERE reference is not null;--> statement-breakpoint
CREATE INDEX "wallets_reference_idx" ON "wallets" USING btree ("reference") WHERE reference is not null;