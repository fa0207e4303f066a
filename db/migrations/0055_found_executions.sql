CREATE TABLE "found_executions" (
	"chain_id" integer NOT NULL,
	"intent_id" uuid NOT NULL,
	"tx_hash" text NOT NULL,
	"raw_transaction" "bytea" NOT NULL,
	"landed_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "found_executions_chain_id_intent_id_pk" PRIMARY KEY("chain_id","intent_id")
);
--> statement-breakpoint
ALTER TABLE "found_executions" ADD CONSTRAINT "found_executions_chain_id_chains_chain_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("chain_id") ON DELETE no action ON UPDATE no action;