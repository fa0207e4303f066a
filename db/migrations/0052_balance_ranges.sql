CREATE TABLE "token_supplies" (
	"token_id" uuid NOT NULL,
	"business_id" uuid NOT NULL,
	"block_number" numeric(78,0) NOT NULL,
	"supply_units" numeric(78,0) NOT NULL,
	"wallet_count" integer NOT NULL,
	CONSTRAINT "token_supplies_token_id_block_number_pk" PRIMARY KEY("token_id","block_number")
);
--> statement-breakpoint
ALTER TABLE "token_balances" ADD COLUMN "until_block" numeric(78,0);--> statement-breakpoint
ALTER TABLE "token_supplies" ADD CONSTRAINT "token_supplies_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "token_balances_holders_idx" ON "token_balances" USING btree ("token_id","balance_units" DESC NULLS FIRST,"address","block_number","until_block","business_id") WHERE balance_units > 0;--> statement-breakpoint
UPDATE "token_balances" b SET "until_block" = n."next_block" FROM (
	SELECT "token_id", "address", "block_number", lead("block_number") OVER (PARTITION BY "token_id", "address" ORDER BY "block_number") AS "next_block" FROM "token_balances"
) n WHERE b."token_id" = n."token_id" AND b."address" = n."address" AND b."block_number" = n."block_number" AND n."next_block" IS NOT NULL;--> statement-breakpoint
INSERT INTO "token_supplies" ("token_id", "business_id", "block_number", "supply_units", "wallet_count")
SELECT "token_id", "business_id", "block_number", sum("units") OVER so_far, sum("wallets") OVER so_far FROM (
	SELECT "token_id", "business_id", "block_number", sum("units") AS "units", sum("wallets") AS "wallets" FROM (
		SELECT "token_id", "business_id", "block_number", "balance_units" - coalesce(lag("balance_units") OVER of_wallet, 0) AS "units",
			("balance_units" > 0)::int - (coalesce(lag("balance_units") OVER of_wallet, 0) > 0)::int AS "wallets"
		FROM "token_balances" WINDOW of_wallet AS (PARTITION BY "token_id", "address" ORDER BY "block_number")
	) moves GROUP BY 1, 2, 3
) blocks WINDOW so_far AS (PARTITION BY "token_id" ORDER BY "block_number");
