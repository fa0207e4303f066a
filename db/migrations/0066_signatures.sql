CREATE TABLE "signatures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"transaction_id" uuid,
	"request_id" uuid,
	"chain_id" integer NOT NULL,
	"address" text NOT NULL,
	"nonce" bigint,
	"tx_hash" text NOT NULL,
	"reason" text NOT NULL,
	"signed_by" text DEFAULT session_user NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"project_id" uuid,
	"wallet_id" uuid NOT NULL,
	"chain_id" integer NOT NULL,
	"serialized" "bytea" NOT NULL,
	"requested_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_request_id_signing_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."signing_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signing_requests" ADD CONSTRAINT "signing_requests_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "signatures_one_first_key" ON "signatures" USING btree ("chain_id","address","nonce") WHERE reason = 'first' and nonce is not null;--> statement-breakpoint
CREATE INDEX "signatures_transaction_idx" ON "signatures" USING btree ("transaction_id");