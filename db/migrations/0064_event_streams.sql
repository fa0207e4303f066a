CREATE TABLE "event_streams" (
	"business_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"slot" integer NOT NULL,
	"holder" uuid NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "event_streams_business_id_project_id_slot_pk" PRIMARY KEY("business_id","project_id","slot")
);
--> statement-breakpoint
CREATE TABLE "project_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"source" text NOT NULL,
	"source_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"body" text NOT NULL,
	"xact" bigint DEFAULT (pg_current_xact_id()::text::bigint) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_events_once_key" UNIQUE("business_id","project_id","source_id","source","kind")
);
--> statement-breakpoint
CREATE INDEX "project_events_order_idx" ON "project_events" USING btree ("business_id","project_id","xact","id");