CREATE TABLE "token_balances" (
	"token_id" uuid NOT NULL,
	"business_id" uuid NOT NULL,
	"address" text NOT NULL,
	"block_number" numeric(78,0) NOT NULL,
	"balance_units" numeric(78,0) NOT NULL,
	CONSTRAINT "token_balances_token_id_address_block_number_pk" PRIMARY KEY("token_id","address","block_number")
);
--> statement-breakpoint
CREATE TABLE "token_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"token_id" uuid NOT NULL,
	"business_id" uuid NOT NULL,
	"block_number" numeric(78,0) NOT NULL,
	"block_hash" text NOT NULL,
	"block_time" integer NOT NULL,
	"tx_hash" text NOT NULL,
	"log_index" integer NOT NULL,
	"name" text NOT NULL,
	"args" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "token_items" (
	"operation_id" uuid NOT NULL,
	"business_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"address" text NOT NULL,
	"amount_units" numeric(78,0),
	"investor_id" text,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"code" text,
	CONSTRAINT "token_items_operation_id_line_pk" PRIMARY KEY("operation_id","line")
);
--> statement-breakpoint
CREATE TABLE "token_operations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"token_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"payout_id" uuid,
	"error" text,
	"code" text,
	"webhook_url" text,
	"webhook_own_secret" boolean DEFAULT false NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"idempotency_key" text,
	"request_id" text,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "token_payout_lines" (
	"payout_id" uuid NOT NULL,
	"business_id" uuid NOT NULL,
	"token_id" uuid NOT NULL,
	"address" text NOT NULL,
	"units" numeric(78,0) NOT NULL,
	"amount_units" numeric(78,0) NOT NULL,
	"state" text NOT NULL,
	"tx_hash" text NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "token_payout_lines_payout_id_address_pk" PRIMARY KEY("payout_id","address")
);
--> statement-breakpoint
CREATE TABLE "token_payouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"token_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"status" text DEFAULT 'SCHEDULED' NOT NULL,
	"period_start" date NOT NULL,
	"period_end" date NOT NULL,
	"record_date" date NOT NULL,
	"pay_date" date NOT NULL,
	"grace_end" date NOT NULL,
	"day_numerator" numeric(78,0) NOT NULL,
	"day_denominator" numeric(78,0) NOT NULL,
	"rate_percent" text NOT NULL,
	"rate_numerator" numeric(78,0) NOT NULL,
	"rate_denominator" numeric(78,0) NOT NULL,
	"basis_units" numeric(78,0),
	"funded_units" numeric(78,0) DEFAULT 0 NOT NULL,
	"paid_units" numeric(78,0) DEFAULT 0 NOT NULL,
	"paid_basis_units" numeric(78,0) DEFAULT 0 NOT NULL,
	"defaulted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "token_steps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"operation_id" uuid NOT NULL,
	"wave" integer NOT NULL,
	"number" integer NOT NULL,
	"from_address" text NOT NULL,
	"to_address" text NOT NULL,
	"call_data" text NOT NULL,
	"first_line" integer DEFAULT 0 NOT NULL,
	"line_count" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'WAITING' NOT NULL,
	"transaction_id" uuid,
	"tx_hash" text,
	"block_number" numeric(78,0),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "token_wallets" (
	"token_id" uuid NOT NULL,
	"business_id" uuid NOT NULL,
	"address" text NOT NULL,
	"investor_id" text,
	"label" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"investor_key" text,
	"is_registered" boolean DEFAULT false NOT NULL,
	"is_frozen" boolean DEFAULT false NOT NULL,
	"balance_units" numeric(78,0) DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "token_wallets_token_id_address_pk" PRIMARY KEY("token_id","address")
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"chain_id" integer NOT NULL,
	"wallet_id" uuid NOT NULL,
	"admin_address" text NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"ticker" text NOT NULL,
	"name" text NOT NULL,
	"price_micros" numeric(78,0) NOT NULL,
	"decimals" integer NOT NULL,
	"asset_class" text NOT NULL,
	"token_type" text NOT NULL,
	"max_shareholders" integer NOT NULL,
	"max_per_investor_units" numeric(78,0) NOT NULL,
	"lock_up_seconds" integer NOT NULL,
	"yield_params" jsonb,
	"payment_symbol" text,
	"payment_decimals" integer,
	"contract_address" text NOT NULL,
	"salt" text NOT NULL,
	"operation_id" uuid NOT NULL,
	"issue_date" date,
	"deployed_block" numeric(78,0),
	"total_supply_units" numeric(78,0) DEFAULT 0 NOT NULL,
	"holder_count" integer DEFAULT 0 NOT NULL,
	"documents" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "token_balances" ADD CONSTRAINT "token_balances_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_events" ADD CONSTRAINT "token_events_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_items" ADD CONSTRAINT "token_items_operation_id_token_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."token_operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_operations" ADD CONSTRAINT "token_operations_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_operations" ADD CONSTRAINT "token_operations_payout_id_token_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."token_payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_payout_lines" ADD CONSTRAINT "token_payout_lines_payout_id_token_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."token_payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_payout_lines" ADD CONSTRAINT "token_payout_lines_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_payouts" ADD CONSTRAINT "token_payouts_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_steps" ADD CONSTRAINT "token_steps_operation_id_token_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."token_operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_wallets" ADD CONSTRAINT "token_wallets_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_chain_id_chains_chain_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("chain_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "token_events_once_key" ON "token_events" USING btree ("token_id","block_number","log_index");--> statement-breakpoint
CREATE INDEX "token_events_tx_idx" ON "token_events" USING btree ("token_id","tx_hash");--> statement-breakpoint
CREATE INDEX "token_operations_token_idx" ON "token_operations" USING btree ("token_id","created_at","id");--> statement-breakpoint
CREATE INDEX "token_operations_open_idx" ON "token_operations" USING btree ("token_id") WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX "token_operations_due_idx" ON "token_operations" USING btree ("next_attempt_at") WHERE status = 'PENDING';--> statement-breakpoint
CREATE UNIQUE INDEX "token_operations_payout_key" ON "token_operations" USING btree ("payout_id") WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX "token_payout_lines_holder_idx" ON "token_payout_lines" USING btree ("token_id","address");--> statement-breakpoint
CREATE UNIQUE INDEX "token_payouts_index_key" ON "token_payouts" USING btree ("token_id","index");--> statement-breakpoint
CREATE INDEX "token_payouts_due_idx" ON "token_payouts" USING btree ("pay_date") WHERE status in ('SCHEDULED', 'RECORDED');--> statement-breakpoint
CREATE UNIQUE INDEX "token_steps_number_key" ON "token_steps" USING btree ("operation_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "token_steps_transaction_key" ON "token_steps" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "token_wallets_holders_idx" ON "token_wallets" USING btree ("token_id","balance_units" DESC NULLS FIRST,"address") WHERE balance_units > 0;--> statement-breakpoint
CREATE INDEX "token_wallets_listed_idx" ON "token_wallets" USING btree ("token_id","created_at","address");--> statement-breakpoint
CREATE INDEX "token_wallets_investor_idx" ON "token_wallets" USING btree ("token_id","investor_key");--> statement-breakpoint
CREATE UNIQUE INDEX "tokens_contract_key" ON "tokens" USING btree ("chain_id","contract_address");--> statement-breakpoint
CREATE INDEX "tokens_project_idx" ON "tokens" USING btree ("business_id","project_id","created_at","id","status");--> statement-breakpoint
CREATE INDEX "tokens_listed_idx" ON "tokens" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "tokens_yield_idx" ON "tokens" USING btree ("status") WHERE token_type = 'YIELD_BEARING';