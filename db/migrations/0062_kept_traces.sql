ALTER TABLE "deposits" ADD COLUMN "trace_context" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "trace_context" text;--> statement-breakpoint
ALTER TABLE "token_operations" ADD COLUMN "trace_context" text;