CREATE TABLE "sweep_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"chain_id" integer NOT NULL,
	"token_address" text,
	"symbol" text NOT NULL,
	"decimals" integer NOT NULL,
	"purpose" text,
	"target_wallet_id" uuid NOT NULL,
	"threshold_units" numeric(78,0) NOT NULL,
	"keep_units" numeric(78,0) NOT NULL,
	"at" text,
	"time_zone" text,
	"next_run_at" timestamp (3) with time zone,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"stopped_reason" text,
	"checked_up_to" uuid,
	"check_at" timestamp (3) with time zone,
	"reference" text,
	"reference_fingerprint" text,
	"metadata" jsonb,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sweep_wallets" (
	"business_id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"wallet_id" uuid NOT NULL,
	"state" text DEFAULT 'DUE' NOT NULL,
	"trigger" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"asked" integer DEFAULT 1 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"reported_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sweep_wallets_rule_id_wallet_id_pk" PRIMARY KEY("rule_id","wallet_id")
);
--> statement-breakpoint
CREATE TABLE "sweeps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"wallet_id" uuid NOT NULL,
	"chain_id" integer NOT NULL,
	"token_address" text,
	"transaction_id" uuid NOT NULL,
	"state" text DEFAULT 'OPEN' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "sweep_rule_id" uuid;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "sweep_trigger" text;--> statement-breakpoint
ALTER TABLE "sweep_rules" ADD CONSTRAINT "sweep_rules_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sweep_rules" ADD CONSTRAINT "sweep_rules_chain_id_chains_chain_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("chain_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sweep_rules" ADD CONSTRAINT "sweep_rules_target_wallet_id_wallets_id_fk" FOREIGN KEY ("target_wallet_id") REFERENCES "public"."wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sweep_wallets" ADD CONSTRAINT "sweep_wallets_rule_id_sweep_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."sweep_rules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sweep_wallets" ADD CONSTRAINT "sweep_wallets_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sweeps" ADD CONSTRAINT "sweeps_rule_id_sweep_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."sweep_rules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sweeps" ADD CONSTRAINT "sweeps_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sweeps" ADD CONSTRAINT "sweeps_chain_id_chains_chain_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("chain_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sweeps" ADD CONSTRAINT "sweeps_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sweep_rules_source_key" ON "sweep_rules" USING btree ("project_id","chain_id",coalesce("token_address", ''),coalesce("purpose", '')) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sweep_rules_reference_key" ON "sweep_rules" USING btree ("project_id","reference") WHERE reference is not null;--> statement-breakpoint
CREATE INDEX "sweep_rules_business_idx" ON "sweep_rules" USING btree ("business_id","chain_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "sweep_rules_project_idx" ON "sweep_rules" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "sweep_wallets_due_idx" ON "sweep_wallets" USING btree ("due_at") WHERE state = 'DUE';--> statement-breakpoint
CREATE UNIQUE INDEX "sweeps_transaction_key" ON "sweeps" USING btree ("transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sweeps_one_open_key" ON "sweeps" USING btree ("wallet_id","chain_id",coalesce("token_address", '')) WHERE state = 'OPEN';--> statement-breakpoint
CREATE INDEX "sweeps_wallet_idx" ON "sweeps" USING btree ("wallet_id","chain_id");--> statement-breakpoint
CREATE INDEX "transactions_sweep_rule_idx" ON "transactions" USING btree ("sweep_rule_id","id") WHERE sweep_rule_id is not null;