ALTER TABLE "webhook_messages" ADD COLUMN "resend_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD COLUMN "resend_requested_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "webhook_messages_resend_idx" ON "webhook_messages" USING btree ("resend_requested_at") WHERE resend_requested_at is not null;