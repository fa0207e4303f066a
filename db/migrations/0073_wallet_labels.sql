ALTER TABLE "wallets" ADD COLUMN "label" text;--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "reference_fingerprint" text;--> statement-breakpoint
CREATE UNIQUE INDEX "wallets_reference_key" ON "wallets" USING btree ("project_id","reference") WHERE reference is not null;