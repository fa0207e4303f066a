CREATE TABLE "proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"act" text NOT NULL,
	"subject" text NOT NULL,
	"input" jsonb NOT NULL,
	"value_minor" numeric(38,0),
	"state" text NOT NULL,
	"proposed_by" text NOT NULL,
	"decided_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "proposals_open_idx" ON "proposals" USING btree ("created_at","id") WHERE state = 'OPEN';--> statement-breakpoint
CREATE INDEX "proposals_person_idx" ON "proposals" USING btree ("proposed_by","act","created_at");