CREATE TABLE "chain_heads" (
	"chain_id" integer PRIMARY KEY NOT NULL,
	"block_number" numeric(78,0),
	"block_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "heartbeats" (
	"name" text PRIMARY KEY NOT NULL,
	"beat_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unknown_errors" (
	"origin" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chain_heads" ADD CONSTRAINT "chain_heads_chain_id_chains_chain_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("chain_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unknown_errors_last_idx" ON "unknown_errors" USING btree ("last_at");