CREATE TABLE "indexer_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"chain_id" integer NOT NULL,
	"event_type" text NOT NULL,
	"event_id" text NOT NULL,
	"transaction_hash" text NOT NULL,
	"block_number" numeric(78,0) NOT NULL,
	"block_hash" text NOT NULL,
	"reverted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "indexer_logs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"network" text NOT NULL,
	"chain_id" integer NOT NULL,
	"contract_address" text NOT NULL,
	"event_type" text NOT NULL,
	"event_id" text NOT NULL,
	"transaction_hash" text NOT NULL,
	"webhook_url" text NOT NULL,
	"status" text NOT NULL,
	"http_status" integer NOT NULL,
	"error" text,
	"is_replay" boolean NOT NULL,
	"replay_of" uuid,
	"message_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_pauses" (
	"business_id" uuid NOT NULL,
	"destination_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_pauses_business_id_destination_id_pk" PRIMARY KEY("business_id","destination_id")
);
--> statement-breakpoint
ALTER TABLE "indexer_subscriptions" ADD COLUMN "undecodable_count" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "indexer_events" ADD CONSTRAINT "indexer_events_subscription_id_indexer_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."indexer_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "indexer_events_once_key" ON "indexer_events" USING btree ("business_id","subscription_id","event_id","block_hash") WHERE reverted_at is null;--> statement-breakpoint
CREATE INDEX "indexer_events_block_idx" ON "indexer_events" USING btree ("chain_id","block_number") WHERE reverted_at is null;--> statement-breakpoint
CREATE INDEX "indexer_logs_project_idx" ON "indexer_logs" USING btree ("business_id","project_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "indexer_logs_subscription_idx" ON "indexer_logs" USING btree ("business_id","subscription_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "indexer_logs_failed_idx" ON "indexer_logs" USING btree ("business_id","project_id","id" DESC NULLS LAST) WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "indexer_logs_event_idx" ON "indexer_logs" USING btree ("business_id","subscription_id","event_id","id");--> statement-breakpoint
CREATE INDEX "webhook_messages_destination_idx" ON "webhook_messages" USING btree ("destination_id") WHERE destination_id is not null and status = 'pending';