DROP INDEX "webhook_attempts_message_idx";--> statement-breakpoint
CREATE INDEX "webhook_attempts_of_message_idx" ON "webhook_attempts" USING btree ("message_id","number");