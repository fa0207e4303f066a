CREATE TABLE "alarms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"chain_id" integer,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"business_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"balance_micros" numeric(38,0) DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_accounts_business_id_kind_pk" PRIMARY KEY("business_id","kind"),
	CONSTRAINT "ledger_accounts_never_negative" CHECK (kind = 'funding' or balance_micros >= 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"journal_id" uuid NOT NULL,
	"business_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount_micros" numeric(38,0) NOT NULL,
	CONSTRAINT "ledger_entries_journal_id_kind_pk" PRIMARY KEY("journal_id","kind")
);
--> statement-breakpoint
CREATE TABLE "ledger_journals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"transaction_id" uuid,
	"reason" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_sources" (
	"symbol" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"fixed_e8" numeric(78,0),
	"feed_chain_id" integer,
	"feed_address" text,
	"max_age_seconds" integer DEFAULT 3600 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"transaction_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text NOT NULL,
	"requested_by" text NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"note" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "policies" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"per_transaction_micros" numeric(38,0),
	"daily_micros" numeric(38,0),
	"approval_above_micros" numeric(38,0),
	"allowed_recipients" jsonb,
	"allowed_methods" jsonb,
	"updated_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "transactions_chain_from_nonce_key";--> statement-breakpoint
DROP INDEX "transactions_queue_idx";--> statement-breakpoint
ALTER TABLE "chain_cursors" ALTER COLUMN "block_hash" SET DATA TYPE text USING NULL;--> statement-breakpoint
ALTER TABLE "transaction_attempts" ALTER COLUMN "nonce" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "chain_cursors" ADD COLUMN "final_block" numeric(78,0);--> statement-breakpoint
ALTER TABLE "chains" ADD COLUMN "gas_strategy" text DEFAULT 'topup' NOT NULL;--> statement-breakpoint
ALTER TABLE "chains" ADD COLUMN "delegate_address" text;--> statement-breakpoint
ALTER TABLE "chains" ADD COLUMN "finality" text DEFAULT 'depth' NOT NULL;--> statement-breakpoint
ALTER TABLE "chains" ADD COLUMN "l1_fee" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "chains" ADD COLUMN "bump_after_blocks" integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "chains" ADD COLUMN "gas_low_units" numeric(78,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chains" ADD COLUMN "gas_target_units" numeric(78,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chains" ADD COLUMN "treasury_low_units" numeric(78,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "rpc_endpoints" ADD COLUMN "label" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "rpc_endpoints" ADD COLUMN "role" text DEFAULT 'full' NOT NULL;--> statement-breakpoint
ALTER TABLE "rpc_endpoints" ADD COLUMN "priority" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "rpc_endpoints" ADD COLUMN "checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "rpc_endpoints" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "lanes" ADD COLUMN "gas_float_units" numeric(78,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "lanes" ADD COLUMN "delegated_to" text;--> statement-breakpoint
ALTER TABLE "transaction_attempts" ADD COLUMN "last_valid_block_height" numeric(78,0);--> statement-breakpoint
ALTER TABLE "transaction_attempts" ADD COLUMN "answers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "lane_wallet_id" uuid;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "sender_address" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "call_data" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "gas_limit" numeric(78,0);--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "value_usd_micros" numeric(38,0);--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "native_price_e8" numeric(78,0);--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "price_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "fee_hold_micros" numeric(38,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "fee_charged_micros" numeric(38,0);--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "cancel_requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "speed_up_requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "needs_operator" text;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_journal_id_ledger_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."ledger_journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policies" ADD CONSTRAINT "policies_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- What was accepted before lanes and senders had columns of their own was always carried by its own wallet.
UPDATE "transactions" SET "lane_wallet_id" = "wallet_id", "sender_address" = CASE WHEN "nonce" IS NOT NULL THEN "from_address" END;--> statement-breakpoint
CREATE UNIQUE INDEX "alarms_open_key" ON "alarms" USING btree ("kind","subject",coalesce(chain_id, 0)) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "alarms_opened_idx" ON "alarms" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ledger_journals_business_idx" ON "ledger_journals" USING btree ("business_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_journals_one_hold_key" ON "ledger_journals" USING btree ("transaction_id") WHERE kind = 'hold';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_journals_one_settle_key" ON "ledger_journals" USING btree ("transaction_id") WHERE kind = 'settle';--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_transaction_key" ON "approvals" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "approvals_inbox_idx" ON "approvals" USING btree ("business_id","status","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "transactions_spend_idx" ON "transactions" USING btree ("project_id","created_at") WHERE value_usd_micros is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_one_delegation_key" ON "transactions" USING btree ("chain_id","to_address") WHERE type = 'DELEGATE' and status = 'PENDING';--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_chain_sender_nonce_key" ON "transactions" USING btree ("chain_id","sender_address","nonce") WHERE nonce is not null;--> statement-breakpoint
CREATE INDEX "transactions_queue_idx" ON "transactions" USING btree ("chain_id","lane_wallet_id","created_at","id") WHERE stage = 'queued' and status = 'PENDING';