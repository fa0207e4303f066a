CREATE TABLE "deposits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"project_id" uuid,
	"wallet_id" uuid NOT NULL,
	"chain_id" integer NOT NULL,
	"token_address" text,
	"symbol" text NOT NULL,
	"decimals" integer NOT NULL,
	"amount_units" numeric(78,0) NOT NULL,
	"value_usd_micros" numeric(38,0),
	"from_address" text NOT NULL,
	"tx_hash" text NOT NULL,
	"log_index" integer,
	"block_number" numeric(78,0) NOT NULL,
	"block_hash" text NOT NULL,
	"stage" text DEFAULT 'seen' NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deposits" ADD CONSTRAINT "deposits_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposits" ADD CONSTRAINT "deposits_chain_id_chains_chain_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("chain_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deposits_once_key" ON "deposits" USING btree ("business_id","wallet_id","chain_id","tx_hash",coalesce("log_index", -1),"block_hash") WHERE stage <> 'reverted';--> statement-breakpoint
CREATE INDEX "deposits_business_idx" ON "deposits" USING btree ("business_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "deposits_wallet_idx" ON "deposits" USING btree ("business_id","wallet_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "deposits_block_idx" ON "deposits" USING btree ("chain_id","block_number") WHERE stage <> 'reverted';--> statement-breakpoint
CREATE INDEX "deposits_seen_idx" ON "deposits" USING btree ("chain_id","block_number") WHERE stage = 'seen';