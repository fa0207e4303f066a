CREATE TABLE "alarm_channels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"target_sealed" "bytea" NOT NULL,
	"target_hint" text NOT NULL,
	"least_severity" text NOT NULL,
	"quiet_from" text,
	"quiet_until" text,
	"time_zone" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"told_at" timestamp (3) with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alarm_channels_name_key" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "alarm_tellings" (
	"channel_id" uuid NOT NULL,
	"alarm_key" text NOT NULL,
	"alarm_id" uuid NOT NULL,
	"is_held" boolean NOT NULL,
	"dedup_key" text NOT NULL,
	CONSTRAINT "alarm_tellings_channel_id_alarm_key_pk" PRIMARY KEY("channel_id","alarm_key")
);
--> statement-breakpoint
ALTER TABLE "mail_messages" ADD COLUMN "channel_id" uuid;--> statement-breakpoint
ALTER TABLE "alarm_tellings" ADD CONSTRAINT "alarm_tellings_channel_id_alarm_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."alarm_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_messages_channel_idx" ON "mail_messages" USING btree ("channel_id","id") WHERE channel_id is not null;