CREATE TABLE "blocked_addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"address" text NOT NULL,
	"reason" text NOT NULL,
	"source" text DEFAULT 'MANUAL' NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed_by" text,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "blocked_addresses_key" ON "blocked_addresses" USING btree ("business_id",(case when address like '0x%' then lower(address) else address end)) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "blocked_addresses_list_idx" ON "blocked_addresses" USING btree ("business_id","created_at","id") WHERE removed_at is null;