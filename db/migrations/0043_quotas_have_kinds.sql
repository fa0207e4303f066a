-- What a month may hold was written down and not counted: from now on it is, under the names of kinds, and is meant for what runs away.
UPDATE "plans" SET
  "plan_quotas" = (
    SELECT coalesce(jsonb_agg(CASE WHEN q ->> 'name' = 'requestsPerMonth'
      THEN jsonb_build_object('name', 'api.calls', 'limit', (q ->> 'limit')::bigint * 100) ELSE q END), '[]'::jsonb)
    FROM jsonb_array_elements("plan_quotas") q
  )
WHERE "plan_quotas" @> '[{"name": "requestsPerMonth"}]';--> statement-breakpoint
UPDATE "plans" SET "credit_rate" = ("credit_rate" - 'request' - 'transaction')
  || CASE WHEN "credit_rate" ? 'request' THEN jsonb_build_object('api.calls', "credit_rate" -> 'request') ELSE '{}'::jsonb END
  || CASE WHEN "credit_rate" ? 'transaction' THEN jsonb_build_object('transfers', "credit_rate" -> 'transaction') ELSE '{}'::jsonb END
WHERE "credit_rate" ?| ARRAY['request', 'transaction'];
