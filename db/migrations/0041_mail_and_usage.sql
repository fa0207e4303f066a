CREATE TABLE "mail_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"of_business" uuid,
	"kind" text NOT NULL,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"once_key" text NOT NULL,
	"status" text NOT NULL,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"queued_at" timestamp (3) with time zone NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"error" text,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_messages_once_key" UNIQUE("once_key","to_address")
);
--> statement-breakpoint
CREATE TABLE "usage_counts" (
	"business_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"product_id" integer NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"n" bigint NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "usage_counts_pkey" PRIMARY KEY("business_id","project_id","product_id","period_start","kind")
);
--> statement-breakpoint
CREATE INDEX "mail_messages_due_idx" ON "mail_messages" USING btree ("next_attempt_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "mail_messages_listed_idx" ON "mail_messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mail_messages_state_idx" ON "mail_messages" USING btree ("status","created_at","id");