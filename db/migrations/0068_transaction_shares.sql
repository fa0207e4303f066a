CREATE TABLE "transaction_shares" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"transaction_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"first_opened_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "transaction_shares" ADD CONSTRAINT "transaction_shares_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "transaction_shares_token_hash_key" ON "transaction_shares" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "transaction_shares_transaction_idx" ON "transaction_shares" USING btree ("business_id","transaction_id");--> statement-breakpoint
CREATE INDEX "transaction_shares_expires_idx" ON "transaction_shares" USING btree ("expires_at");