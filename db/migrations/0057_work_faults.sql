CREATE TABLE "work_faults" (
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"chain_id" integer,
	"reason" text NOT NULL,
	"next" text NOT NULL,
	"count" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"over_at" timestamp (3) with time zone,
	CONSTRAINT "work_faults_name_subject_pk" PRIMARY KEY("name","subject")
);
--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "lanes" ADD COLUMN "blocked_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "lanes" ADD COLUMN "blocked_count" integer DEFAULT 0 NOT NULL;