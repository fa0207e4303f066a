CREATE TABLE "activity_counts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"business_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"series" text NOT NULL,
	"label" text NOT NULL,
	"is_ok" boolean NOT NULL,
	"bucket" integer NOT NULL,
	"n" bigint NOT NULL,
	"usd_micros" numeric(38,0) DEFAULT 0 NOT NULL,
	"is_folded" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "activity_counts_series_idx" ON "activity_counts" USING btree ("business_id","project_id","series","hour");--> statement-breakpoint
CREATE UNIQUE INDEX "activity_counts_folded_key" ON "activity_counts" USING btree ("business_id","project_id","series","hour","label","is_ok","bucket") WHERE is_folded;--> statement-breakpoint
CREATE INDEX "activity_counts_unfolded_idx" ON "activity_counts" USING btree ("hour") WHERE not is_folded;--> statement-breakpoint
CREATE INDEX "activity_counts_hour_idx" ON "activity_counts" USING btree ("hour");