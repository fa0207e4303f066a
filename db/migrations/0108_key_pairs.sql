ALTER TABLE "api_keys" ADD COLUMN "pair_id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
-- Both keys of a pair were created by one transaction, the live key first.
ALTER TABLE "api_keys" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "api_keys" k SET "pair_id" = l."pair_id"
FROM (
  SELECT "id", "environment", "project_id", "created_at", "pair_id",
    lead("id") OVER (PARTITION BY "project_id", "created_at" ORDER BY "id") AS "next_id"
  FROM "api_keys"
) l
WHERE l."next_id" = k."id" AND l."environment" = 'live' AND k."environment" = 'test';
