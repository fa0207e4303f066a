ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_business_id_environment_operation_key_pk";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "project_id" uuid;--> statement-breakpoint
-- An owner that is no superuser is bound by forced row-level security and would see nothing; security.sql forces it again.
ALTER TABLE "idempotency_keys" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "transactions" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "request_log" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "projects" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "idempotency_keys" k SET "project_id" = t."project_id"
  FROM "transactions" t WHERE t."id" = k."resource_id" AND t."business_id" = k."business_id";--> statement-breakpoint
-- What made no transaction: the request log names the project, as long as one project alone used the key.
UPDATE "idempotency_keys" k SET "project_id" = l."project_id"
  FROM (
    SELECT "business_id", "operation", "idempotency_key", min("project_id"::text)::uuid AS "project_id" FROM "request_log"
    WHERE "idempotency_key" IS NOT NULL AND "project_id" IS NOT NULL
    GROUP BY 1, 2, 3 HAVING count(DISTINCT "project_id") = 1
  ) l
  WHERE k."project_id" IS NULL
    AND l."business_id" = k."business_id" AND l."operation" = k."operation" AND l."idempotency_key" = k."key";--> statement-breakpoint
-- The rest stays used in every project of its business: better refused than done twice.
INSERT INTO "idempotency_keys" ("business_id", "project_id", "environment", "operation", "key", "fingerprint", "resource_id", "response_status", "response_body", "created_at", "completed_at")
  SELECT k."business_id", p."id", k."environment", k."operation", k."key", k."fingerprint", k."resource_id", k."response_status", k."response_body", k."created_at", k."completed_at"
  FROM "idempotency_keys" k JOIN "projects" p ON p."business_id" = k."business_id"
  WHERE k."project_id" IS NULL;--> statement-breakpoint
DELETE FROM "idempotency_keys" k
  WHERE k."project_id" IS NULL AND EXISTS (SELECT 1 FROM "projects" p WHERE p."business_id" = k."business_id");--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_scope_key" UNIQUE NULLS NOT DISTINCT("business_id","project_id","environment","operation","key");
