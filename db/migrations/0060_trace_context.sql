ALTER TABLE "transactions" ADD COLUMN "trace_context" text;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD COLUMN "trace_context" text;