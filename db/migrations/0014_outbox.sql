ALTER TABLE "webhook_messages" DROP CONSTRAINT "webhook_messages_transaction_id_transactions_id_fk";--> statement-breakpoint
DROP INDEX "webhook_messages_outcome_key";--> statement-breakpoint
ALTER TABLE "webhook_messages" RENAME COLUMN "transaction_id" TO "source_id";--> statement-breakpoint
-- With a default for the many, so that only the few others are written anew.
ALTER TABLE "webhook_messages" ADD COLUMN "source" text DEFAULT 'transaction' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_messages" ALTER COLUMN "source" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD COLUMN "destination_id" uuid;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD COLUMN "scheme" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD COLUMN "key_source" text DEFAULT 'project' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD COLUMN "order_key" text;--> statement-breakpoint
UPDATE "webhook_messages" SET "source" = 'test', "source_id" = "id" WHERE "source_id" IS NULL;--> statement-breakpoint
UPDATE "webhook_messages" SET "key_source" = 'request' WHERE "own_secret";--> statement-breakpoint
ALTER TABLE "webhook_messages" ALTER COLUMN "source_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_messages" DROP COLUMN "own_secret";--> statement-breakpoint
CREATE INDEX "webhook_messages_untried_idx" ON "webhook_messages" USING btree ("order_key","id") WHERE order_key is not null and status = 'pending' and attempt_count = 0;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_once_key" UNIQUE NULLS NOT DISTINCT("business_id","source_id","source","kind","destination_id");
