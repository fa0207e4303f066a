ALTER TABLE "screening_lists" ADD COLUMN "size" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "screening_lists" ADD COLUMN "format" text;--> statement-breakpoint
ALTER TABLE "screening_lists" ADD COLUMN "reading_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "screening_lists" ADD COLUMN "reading_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "screening_lists" ADD COLUMN "reading_total" bigint;