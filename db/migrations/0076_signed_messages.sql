ALTER TABLE "signatures" ALTER COLUMN "chain_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "signing_requests" ALTER COLUMN "chain_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "signing_requests" ADD COLUMN "kind" text DEFAULT 'transaction' NOT NULL;