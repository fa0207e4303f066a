CREATE TABLE "deposit_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"chain_id" integer NOT NULL,
	"token_address" text NOT NULL,
	"symbol" text NOT NULL,
	"decimals" integer NOT NULL,
	"peg" text NOT NULL,
	"sweep_least_units" numeric(78,0) NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_arrivals" (
	"deposit_id" uuid PRIMARY KEY NOT NULL,
	"wallet_id" uuid NOT NULL,
	"account_id" uuid,
	"chain_id" integer NOT NULL,
	"token_address" text,
	"units" numeric(78,0) NOT NULL,
	"provider_txn_id" text NOT NULL,
	"state" text NOT NULL,
	"sweep_id" uuid,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"problem" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_sweeps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"wallet_id" uuid NOT NULL,
	"chain_id" integer NOT NULL,
	"token_address" text,
	"units" numeric(78,0) NOT NULL,
	"to_address" text NOT NULL,
	"transaction_id" uuid NOT NULL,
	"state" text DEFAULT 'OPEN' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_by" text NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deposit_tokens" ADD CONSTRAINT "deposit_tokens_chain_id_chains_chain_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("chain_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_arrivals" ADD CONSTRAINT "payment_arrivals_deposit_id_deposits_id_fk" FOREIGN KEY ("deposit_id") REFERENCES "public"."deposits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_arrivals" ADD CONSTRAINT "payment_arrivals_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_arrivals" ADD CONSTRAINT "payment_arrivals_account_id_deposit_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."deposit_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_sweeps" ADD CONSTRAINT "payment_sweeps_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_tokens_token_key" ON "deposit_tokens" USING btree ("chain_id","token_address");--> statement-breakpoint
CREATE INDEX "payment_arrivals_new_idx" ON "payment_arrivals" USING btree ("next_attempt_at") WHERE state = 'NEW';--> statement-breakpoint
CREATE INDEX "payment_arrivals_unswept_idx" ON "payment_arrivals" USING btree ("chain_id","wallet_id") WHERE state = 'RECEIVED' and sweep_id is null;--> statement-breakpoint
CREATE INDEX "payment_arrivals_aside_idx" ON "payment_arrivals" USING btree ("created_at","deposit_id") WHERE state in ('FOREIGN', 'REVERTED', 'DOUBTFUL');--> statement-breakpoint
CREATE INDEX "payment_arrivals_txn_idx" ON "payment_arrivals" USING btree ("provider_txn_id");--> statement-breakpoint
CREATE INDEX "payment_arrivals_sweep_idx" ON "payment_arrivals" USING btree ("sweep_id") WHERE sweep_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_sweeps_transaction_key" ON "payment_sweeps" USING btree ("transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_sweeps_one_open_key" ON "payment_sweeps" USING btree ("wallet_id","chain_id",coalesce(token_address, '')) WHERE state = 'OPEN';--> statement-breakpoint
CREATE INDEX "payment_sweeps_wallet_idx" ON "payment_sweeps" USING btree ("wallet_id","chain_id","created_at");