CREATE TABLE "deposit_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"status" text DEFAULT 'OPENING' NOT NULL,
	"account_number" text,
	"account_name" text,
	"bank_name" text,
	"bank_code" text,
	"provider_ref" text,
	"chain_id" integer,
	"token_address" text,
	"address" text,
	"wallet_id" uuid,
	"token_symbol" text,
	"decimals" integer,
	"peg" text,
	"expected_units" numeric(78,0) NOT NULL,
	"currency" text NOT NULL,
	"expiry_at" timestamp (3) with time zone NOT NULL,
	"watch_until" timestamp (3) with time zone NOT NULL,
	"next_poll_at" timestamp (3) with time zone,
	"poll_count" integer DEFAULT 0 NOT NULL,
	"polled_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deposit_accounts_reference_key" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "payment_counts" (
	"business_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"day" integer NOT NULL,
	"purpose" text NOT NULL,
	"status" text NOT NULL,
	"n" bigint NOT NULL,
	CONSTRAINT "payment_counts_key" UNIQUE("business_id","project_id","day","purpose","status")
);
--> statement-breakpoint
CREATE TABLE "payment_receipts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"payment_id" uuid,
	"account_id" uuid,
	"provider" text NOT NULL,
	"provider_txn_id" text NOT NULL,
	"currency" text NOT NULL,
	"units" numeric(78,0) NOT NULL,
	"value_minor" numeric(38,0) NOT NULL,
	"fee_units" numeric(78,0) DEFAULT 0 NOT NULL,
	"outcome" text NOT NULL,
	"exceptions" text[] DEFAULT '{}' NOT NULL,
	"rate_id" uuid,
	"credited_micros" numeric(38,0) DEFAULT 0 NOT NULL,
	"decided_by" text,
	"decision" text,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_receipts_once_key" UNIQUE("provider","provider_txn_id")
);
--> statement-breakpoint
CREATE TABLE "payment_refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"payment_id" uuid,
	"receipt_id" uuid,
	"to" text NOT NULL,
	"state" text DEFAULT 'REQUESTED' NOT NULL,
	"currency" text NOT NULL,
	"units" numeric(78,0) NOT NULL,
	"reference" text NOT NULL,
	"provider_ref" text,
	"reason" text NOT NULL,
	"requested_by" text NOT NULL,
	"approved_by" text,
	"problem" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_refunds_reference_key" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"amount_minor" numeric(38,0) NOT NULL,
	"currency" text DEFAULT 'NGN' NOT NULL,
	"amount_usd_micros" numeric(38,0) NOT NULL,
	"subscription_id" uuid,
	"plan_id" integer,
	"product_id" integer,
	"billing_cycle" text,
	"change" text NOT NULL,
	"provider_id" text,
	"payment_ref" text NOT NULL,
	"reference" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"exceptions" text[] DEFAULT '{}' NOT NULL,
	"rate_id" uuid NOT NULL,
	"ngn_per_usd_e8" numeric(78,0) NOT NULL,
	"credit_minor" numeric(38,0) DEFAULT 0 NOT NULL,
	"basis_subscription_id" uuid,
	"basis_version" integer,
	"period_start" timestamp (3) with time zone,
	"period_end" timestamp (3) with time zone,
	"anchor_day" integer,
	"received_minor" numeric(38,0) DEFAULT 0 NOT NULL,
	"expiry_at" timestamp (3) with time zone NOT NULL,
	"watch_until" timestamp (3) with time zone NOT NULL,
	"is_replaced" boolean DEFAULT false NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_ref_key" UNIQUE("payment_ref")
);
--> statement-breakpoint
ALTER TABLE "deposit_accounts" ADD CONSTRAINT "deposit_accounts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_receipts" ADD CONSTRAINT "payment_receipts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_receipts" ADD CONSTRAINT "payment_receipts_account_id_deposit_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."deposit_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_receipt_id_payment_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."payment_receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deposit_accounts_payment_idx" ON "deposit_accounts" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "deposit_accounts_provider_ref_idx" ON "deposit_accounts" USING btree ("provider","provider_ref");--> statement-breakpoint
CREATE INDEX "deposit_accounts_address_idx" ON "deposit_accounts" USING btree ("address","chain_id") WHERE address is not null;--> statement-breakpoint
CREATE INDEX "deposit_accounts_poll_idx" ON "deposit_accounts" USING btree ("next_poll_at") WHERE next_poll_at is not null;--> statement-breakpoint
CREATE INDEX "payment_receipts_payment_idx" ON "payment_receipts" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_receipts_day_idx" ON "payment_receipts" USING btree ("provider","paid_at");--> statement-breakpoint
CREATE INDEX "payment_receipts_suspense_idx" ON "payment_receipts" USING btree ("created_at","id") WHERE outcome = 'SUSPENSE';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_one_open_key" ON "payment_refunds" USING btree ("receipt_id") WHERE state <> 'FAILED' and receipt_id is not null;--> statement-breakpoint
CREATE INDEX "payment_refunds_payment_idx" ON "payment_refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_refunds_due_idx" ON "payment_refunds" USING btree ("next_attempt_at") WHERE state in ('REQUESTED', 'PROCESSING');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_open_key" ON "payments" USING btree ("business_id","project_id","product_id") WHERE status = 'PENDING' and not is_replaced;--> statement-breakpoint
CREATE INDEX "payments_project_idx" ON "payments" USING btree ("business_id","project_id","created_at","id","purpose","status");--> statement-breakpoint
CREATE INDEX "payments_subscription_idx" ON "payments" USING btree ("business_id","subscription_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_listed_idx" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payments_open_idx" ON "payments" USING btree ("expiry_at") WHERE status = 'PENDING';--> statement-breakpoint
ALTER TABLE payment_counts SET (fillfactor = 70);--> statement-breakpoint
-- What a number in code holds exactly: a total is right, or its statement fails.
ALTER TABLE payment_counts ADD CONSTRAINT payment_counts_n_is_exact CHECK (abs(n::numeric) <= 9007199254740991);--> statement-breakpoint
-- All who count lock the counts in one order, behind the rows their own statement wrote.
CREATE FUNCTION count_payments() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO payment_counts AS c (business_id, project_id, day, purpose, status, n)
    SELECT business_id, project_id, day_of_moment(created_at), purpose, status, TG_ARGV[0]::int * count(*) FROM changed
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT ON CONSTRAINT payment_counts_key DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER count_added AFTER INSERT ON payments REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_payments('1');--> statement-breakpoint
CREATE TRIGGER count_left AFTER UPDATE ON payments REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_payments('-1');--> statement-breakpoint
CREATE TRIGGER count_new AFTER UPDATE ON payments REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_payments('1');--> statement-breakpoint
CREATE TRIGGER count_gone AFTER DELETE ON payments REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_payments('-1');
