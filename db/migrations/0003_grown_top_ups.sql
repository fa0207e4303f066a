ALTER TABLE "lanes" ADD COLUMN "last_top_up_units" numeric(78,0);--> statement-breakpoint
ALTER TABLE "lanes" ADD COLUMN "topped_up_at" timestamp (3) with time zone;