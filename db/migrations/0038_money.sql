CREATE TABLE "fx_rates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"ngn_per_usd_e8" numeric(78,0) NOT NULL,
	"observed_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"why" text,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fx_sources" (
	"name" text PRIMARY KEY NOT NULL,
	"is_active" boolean NOT NULL,
	"priority" integer NOT NULL,
	"max_age_seconds" integer DEFAULT 21600 NOT NULL,
	"max_deviation_bps" integer DEFAULT 500 NOT NULL,
	"manual_rate_e8" numeric(78,0),
	"asked_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "ledger_journals_one_credit_key";--> statement-breakpoint
ALTER TABLE "ledger_journals" ADD COLUMN "rate_id" uuid;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "yearly_months" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "proration" text DEFAULT 'PRORATE' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "price_minor" numeric(38,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "ahead" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "anchor_day" smallint DEFAULT extract(day from now() at time zone 'UTC') NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "replaces_id" uuid;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "canceled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "past_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "fx_rates" ADD CONSTRAINT "fx_rates_source_fx_sources_name_fk" FOREIGN KEY ("source") REFERENCES "public"."fx_sources"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fx_rates_newest_idx" ON "fx_rates" USING btree ("source","id");--> statement-breakpoint
CREATE INDEX "fx_rates_accepted_idx" ON "fx_rates" USING btree ("source","observed_at","id") WHERE status = 'accepted';--> statement-breakpoint
ALTER TABLE "ledger_journals" ADD CONSTRAINT "ledger_journals_rate_id_fx_rates_id_fk" FOREIGN KEY ("rate_id") REFERENCES "public"."fx_rates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_journals_one_receipt_key" ON "ledger_journals" USING btree ("reference_type","reference_id","kind") WHERE kind in ('receive', 'sweep', 'fee');--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_journals_one_credit_key" ON "ledger_journals" USING btree ("reference_type","reference_id") WHERE kind in ('credit', 'apply', 'refund') and reference_id is not null;--> statement-breakpoint
UPDATE "subscriptions" SET "anchor_day" = extract(day from "start_date" at time zone 'UTC');--> statement-breakpoint
CREATE OR REPLACE FUNCTION ledger_may_be_negative(kind text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT split_part(kind, '.', 1) IN ('funding', 'psp', 'chain', 'fx', 'fees', 'rounding') OR kind = 'revenue.proration'
$$;
