CREATE TABLE "payment_providers" (
	"name" text PRIMARY KEY NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"last_ok_at" timestamp (3) with time zone,
	"last_failed_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"last_failure" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"event_key" text NOT NULL,
	"kind" text NOT NULL,
	"reference" text,
	"provider_ref" text,
	"body" "bytea" NOT NULL,
	"headers" jsonb NOT NULL,
	"state" text DEFAULT 'STORED' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"error" text,
	"handled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "provider_events_once_key" UNIQUE("provider","event_key")
);
--> statement-breakpoint
CREATE TABLE "provider_reconciliations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"day" date NOT NULL,
	"their_count" integer NOT NULL,
	"their_minor" numeric(38,0) NOT NULL,
	"our_count" integer NOT NULL,
	"our_minor" numeric(38,0) NOT NULL,
	"brought_count" integer NOT NULL,
	"unmatched_count" integer NOT NULL,
	"problem" text,
	"compared_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "provider_reconciliations_day_key" UNIQUE("provider","day")
);
--> statement-breakpoint
ALTER TABLE "provider_events" ADD CONSTRAINT "provider_events_provider_payment_providers_name_fk" FOREIGN KEY ("provider") REFERENCES "public"."payment_providers"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_reconciliations" ADD CONSTRAINT "provider_reconciliations_provider_payment_providers_name_fk" FOREIGN KEY ("provider") REFERENCES "public"."payment_providers"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provider_events_due_idx" ON "provider_events" USING btree ("next_attempt_at") WHERE state = 'STORED';--> statement-breakpoint
CREATE INDEX "provider_events_listed_idx" ON "provider_events" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "provider_events_state_idx" ON "provider_events" USING btree ("state","created_at","id");