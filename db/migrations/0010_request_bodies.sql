ALTER TABLE "request_log" ADD COLUMN "request_body" text;--> statement-breakpoint
ALTER TABLE "request_log" ADD COLUMN "response_body" text;