ALTER TABLE "notice_mutes" ADD COLUMN "is_daily" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "caused_by" text;