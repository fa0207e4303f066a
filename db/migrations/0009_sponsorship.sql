CREATE TABLE "gas_budget_days" (
	"business_id" uuid NOT NULL,
	"chain_id" integer NOT NULL,
	"day" date NOT NULL,
	"reserved_micros" numeric(38,0) DEFAULT 0 NOT NULL,
	"spent_micros" numeric(38,0) DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gas_budget_days_business_id_chain_id_day_pk" PRIMARY KEY("business_id","chain_id","day"),
	CONSTRAINT "gas_budget_days_never_negative" CHECK (reserved_micros >= 0 and spent_micros >= 0)
);
--> statement-breakpoint
CREATE TABLE "gas_budget_shares" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"chain_id" integer NOT NULL,
	"day" date NOT NULL,
	"granted_micros" numeric(38,0) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gas_budgets" (
	"business_id" uuid NOT NULL,
	"chain_id" integer NOT NULL,
	"daily_micros" numeric(38,0) NOT NULL,
	"reason" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gas_budgets_business_id_chain_id_pk" PRIMARY KEY("business_id","chain_id")
);
--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "sponsored_daily_micros" numeric(38,0) DEFAULT 1000000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "testnets_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "gas_share_id" uuid;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "gas_share_micros" numeric(38,0);--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "gas_budget_day" date;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "gas_budget_micros" numeric(38,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "gas_spent_micros" numeric(38,0);--> statement-breakpoint
ALTER TABLE "gas_budget_days" ADD CONSTRAINT "gas_budget_days_chain_id_chains_chain_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("chain_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gas_budget_shares" ADD CONSTRAINT "gas_budget_shares_chain_id_chains_chain_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("chain_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gas_budgets" ADD CONSTRAINT "gas_budgets_chain_id_chains_chain_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("chain_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gas_budget_days_day_idx" ON "gas_budget_days" USING btree ("day","chain_id");--> statement-breakpoint
CREATE INDEX "gas_budget_shares_created_idx" ON "gas_budget_shares" USING btree ("created_at");