CREATE TABLE "screening_lists" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"etag" text,
	"hash" text,
	"count" integer DEFAULT 0 NOT NULL,
	"unreadable" integer DEFAULT 0 NOT NULL,
	"read_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"error" text,
	"refused_hash" text,
	"accepted_hash" text
);
--> statement-breakpoint
DROP INDEX "blocked_addresses_key";--> statement-breakpoint
CREATE UNIQUE INDEX "blocked_addresses_once_key" ON "blocked_addresses" USING btree ("business_id",(case when address like '0x%' then lower(address) else address end),"source") WHERE removed_at is null;