CREATE TABLE "database_marks" (
	"id" integer PRIMARY KEY NOT NULL,
	"mark" text NOT NULL,
	"noted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recoveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"cause" text NOT NULL,
	"message" text NOT NULL,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"settled_blocks" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"lost" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"looked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"left_at" timestamp (3) with time zone,
	"left_by" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "recoveries_open_key" ON "recoveries" USING btree ((left_at is null)) WHERE left_at is null;