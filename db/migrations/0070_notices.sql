CREATE TABLE "notice_mutes" (
	"business_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "notice_mutes_business_id_project_id_user_id_kind_pk" PRIMARY KEY("business_id","project_id","user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "notice_reads" (
	"business_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notice_reads_business_id_project_id_user_id_pk" PRIMARY KEY("business_id","project_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"title" text NOT NULL,
	"detail" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "notices_open_key" ON "notices" USING btree ("project_id","kind","cause") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "notices_project_idx" ON "notices" USING btree ("business_id","project_id","opened_at");--> statement-breakpoint
CREATE INDEX "notices_closed_idx" ON "notices" USING btree ("closed_at") WHERE closed_at is not null;