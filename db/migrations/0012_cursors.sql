CREATE TABLE "chain_blocks" (
	"chain_id" integer NOT NULL,
	"consumer" text NOT NULL,
	"number" numeric(78,0) NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "chain_blocks_chain_id_consumer_number_pk" PRIMARY KEY("chain_id","consumer","number")
);
--> statement-breakpoint
-- The cursors there are belong to the engine.
ALTER TABLE "chain_cursors" ADD COLUMN "consumer" text NOT NULL DEFAULT 'engine';--> statement-breakpoint
ALTER TABLE "chain_cursors" ALTER COLUMN "consumer" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "chain_cursors" DROP CONSTRAINT "chain_cursors_pkey";--> statement-breakpoint
ALTER TABLE "chain_cursors" ADD CONSTRAINT "chain_cursors_chain_id_consumer_pk" PRIMARY KEY("chain_id","consumer");--> statement-breakpoint
ALTER TABLE "chain_cursors" ADD COLUMN "highest_block" numeric(78,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "chain_cursors" SET "highest_block" = "block_number";--> statement-breakpoint
INSERT INTO "chain_blocks" SELECT "chain_id", "consumer", "block_number", "block_hash" FROM "chain_cursors" WHERE "block_hash" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "chain_blocks" ADD CONSTRAINT "chain_blocks_chain_id_chains_chain_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("chain_id") ON DELETE no action ON UPDATE no action;
