-- Finds rows of the current tenant by metadata. The containment operator is not leakproof, so under row-level security
-- a tenant's query cannot use the GIN index on metadata. This function can: it runs as the owner, and the tenant is
-- part of the indexed value. Returns at most `most` ids; the caller filters the rows itself.
CREATE OR REPLACE FUNCTION ids_with_metadata(listed text, pairs jsonb, most int) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public SET enable_seqscan = off AS $$
DECLARE
  tenant text := nullif(current_setting('app.business_id', true), '')::uuid::text;
BEGIN
  IF tenant IS NULL OR listed NOT IN ('transactions', 'wallets', 'payments') THEN
    RAISE EXCEPTION 'ids_with_metadata needs a tenant and an indexed table';
  END IF;
  RETURN QUERY EXECUTE format(
    $query$SELECT id FROM %I WHERE jsonb_set('{}', ARRAY[business_id::text], metadata) @> $1 LIMIT $2$query$, listed
  ) USING jsonb_build_object(tenant, pairs), most;
END $$;
REVOKE ALL ON FUNCTION ids_with_metadata(text, jsonb, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ids_with_metadata(text, jsonb, int) TO slipway_app;
