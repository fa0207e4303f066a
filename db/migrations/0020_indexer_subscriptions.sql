CREATE TABLE "indexer_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"chain_id" integer NOT NULL,
	"contract_address" text NOT NULL,
	"webhook_url" text NOT NULL,
	"events" jsonb NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"paused_because" text,
	"from_block" numeric(78,0) NOT NULL,
	"secret_sealed" "bytea" NOT NULL,
	"secret_previous_sealed" "bytea",
	"secret_previous_until" timestamp (3) with time zone,
	"secret_version" integer DEFAULT 1 NOT NULL,
	"delivered_count" bigint DEFAULT 0 NOT NULL,
	"failed_count" bigint DEFAULT 0 NOT NULL,
	"dropped_count" bigint DEFAULT 0 NOT NULL,
	"last_delivery_at" timestamp (3) with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "indexer_subscriptions" ADD CONSTRAINT "indexer_subscriptions_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "indexer_subscriptions" ADD CONSTRAINT "indexer_subscriptions_chain_id_chains_chain_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("chain_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "indexer_subscriptions_project_idx" ON "indexer_subscriptions" USING btree ("business_id","project_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "indexer_subscriptions_chain_idx" ON "indexer_subscriptions" USING btree ("chain_id") WHERE deleted_at is null;