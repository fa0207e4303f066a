CREATE TABLE "indexer_replays" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"chain_id" integer NOT NULL,
	"asked" text NOT NULL,
	"events" jsonb NOT NULL,
	"from_block" numeric(78,0) NOT NULL,
	"to_block" numeric(78,0) NOT NULL,
	"next_block" numeric(78,0) NOT NULL,
	"last_hash" text,
	"status" text DEFAULT 'running' NOT NULL,
	"event_count" bigint DEFAULT 0 NOT NULL,
	"fault_count" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp (3) with time zone,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"fence" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_failing" (
	"business_id" uuid NOT NULL,
	"destination_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_failing_business_id_destination_id_pk" PRIMARY KEY("business_id","destination_id")
);
--> statement-breakpoint
DROP INDEX "indexer_events_once_key";--> statement-breakpoint
ALTER TABLE "indexer_events" ADD COLUMN "replay_id" uuid;--> statement-breakpoint
ALTER TABLE "indexer_events" ADD COLUMN "first_id" uuid;--> statement-breakpoint
ALTER TABLE "indexer_events" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "indexer_replays" ADD CONSTRAINT "indexer_replays_subscription_id_indexer_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."indexer_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "indexer_replays_subscription_idx" ON "indexer_replays" USING btree ("business_id","subscription_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "indexer_replays_running_idx" ON "indexer_replays" USING btree ("chain_id") WHERE status = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "indexer_replays_asked_key" ON "indexer_replays" USING btree ("business_id","subscription_id","asked") WHERE status = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "indexer_events_once_key" ON "indexer_events" USING btree ("business_id","subscription_id","event_id","block_hash",coalesce(replay_id, '00000000-0000-0000-0000-000000000000'::uuid)) WHERE reverted_at is null;--> statement-breakpoint
UPDATE "indexer_events" e SET "outcome" = CASE WHEN m."status" = 'delivered' THEN 'delivered' WHEN m."attempt_count" = 0 THEN 'dropped' ELSE 'failed' END
FROM "webhook_messages" m WHERE m."source_id" = e."id" AND m."source" = 'indexer' AND m."kind" = 'indexer.event' AND m."status" <> 'pending';
