ALTER TABLE "policies" DROP CONSTRAINT "policies_pkey";--> statement-breakpoint
ALTER TABLE "policies" ALTER COLUMN "project_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "policies" ALTER COLUMN "id" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "policies" ADD CONSTRAINT "policies_scope_key" UNIQUE NULLS NOT DISTINCT("business_id","project_id");--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "bound_project_id" uuid;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_bound_project_id_projects_id_fk" FOREIGN KEY ("bound_project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "businesses_suspended_idx" ON "businesses" USING btree ("id") WHERE status <> 'active';--> statement-breakpoint
CREATE INDEX "projects_suspended_idx" ON "projects" USING btree ("id") WHERE status <> 'active';
