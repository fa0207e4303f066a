ALTER TABLE "webhook_messages" ADD COLUMN "recovered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD COLUMN "withdrawn_because" text;--> statement-breakpoint
ALTER TABLE "webhook_pauses" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "webhook_messages_failed_idx" ON "webhook_messages" USING btree ("business_id","project_id","created_at") WHERE status = 'failed';