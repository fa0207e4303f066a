ALTER TABLE "payments" ADD COLUMN "client_reference" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "reference_fingerprint" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "metadata" jsonb;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "client_reference" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "reference_fingerprint" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "metadata" jsonb;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "reference_fingerprint" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "metadata" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_client_reference_key" ON "payments" USING btree ("project_id","client_reference") WHERE client_reference is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_client_reference_key" ON "subscriptions" USING btree ("project_id","client_reference") WHERE client_reference is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "tokens_reference_key" ON "tokens" USING btree ("project_id","reference") WHERE reference is not null;