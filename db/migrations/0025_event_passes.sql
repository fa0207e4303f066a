ALTER TABLE "chain_blocks" ADD COLUMN "depth" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chain_cursors" ADD COLUMN "depth" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chain_blocks" DROP CONSTRAINT "chain_blocks_chain_id_consumer_number_pk";--> statement-breakpoint
ALTER TABLE "chain_cursors" DROP CONSTRAINT "chain_cursors_chain_id_consumer_pk";--> statement-breakpoint
ALTER TABLE "chain_blocks" ADD CONSTRAINT "chain_blocks_chain_id_consumer_depth_number_pk" PRIMARY KEY("chain_id","consumer","depth","number");--> statement-breakpoint
ALTER TABLE "chain_cursors" ADD CONSTRAINT "chain_cursors_chain_id_consumer_depth_pk" PRIMARY KEY("chain_id","consumer","depth");--> statement-breakpoint
ALTER TABLE "indexer_subscriptions" ADD COLUMN "confirmations" integer;--> statement-breakpoint
ALTER TABLE "indexer_subscriptions" ADD COLUMN "pass_depth" integer DEFAULT 0 NOT NULL;
