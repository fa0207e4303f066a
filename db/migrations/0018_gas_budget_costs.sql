CREATE TABLE "gas_budget_costs" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"cost_micros" numeric(38,0) NOT NULL
);
--> statement-breakpoint
INSERT INTO "gas_budget_costs" ("transaction_id", "business_id", "cost_micros")
	SELECT "id", "business_id", "gas_spent_micros" FROM "transactions" WHERE "gas_spent_micros" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" DROP COLUMN "gas_spent_micros";