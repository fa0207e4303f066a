-- A numeric column takes NaN, which no reader of ours can read and which makes NaN of every sum over it: no column may hold it, so a money
-- sum is right or its statement fails. Runs after every migration: a new column needs no constraint of its own in the schema.
DO $$
DECLARE t record;
BEGIN
  FOR t IN
    SELECT r.relname AS name,
      string_agg(format('ADD CONSTRAINT %I CHECK (%I <> ''NaN'')', n.name, a.attname), ', ') AS additions
    FROM pg_class r
      JOIN pg_attribute a ON a.attrelid = r.oid AND a.atttypid = 'numeric'::regtype AND NOT a.attisdropped
      CROSS JOIN LATERAL (SELECT (r.relname || '_' || a.attname || '_is_number')::name AS name) n
    WHERE r.relnamespace = 'public'::regnamespace AND r.relkind IN ('r', 'p')
      AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conrelid = r.oid AND c.conname = n.name)
    GROUP BY r.oid, r.relname
  LOOP
    EXECUTE format('ALTER TABLE %I %s', t.name, t.additions);
  END LOOP;
END $$;
