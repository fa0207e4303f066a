-- The weeks of tables that are partitioned by the time in their ids. Runs after every migration. The roles change no
-- schema: these functions do, for the worker alone and these tables only.

-- Days are counted from 1970; null is where a partition has no beginning. The default one is none of them.
CREATE OR REPLACE FUNCTION partitions_of(parent text) RETURNS TABLE (name text, first_day integer, end_day integer)
  LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT c.relname::text, day_of_id(substring(b.bounds FROM $re$FROM \('([0-9a-f-]{36})'\)$re$)::uuid),
    day_of_id(substring(b.bounds FROM $re$TO \('([0-9a-f-]{36})'\)$re$)::uuid)
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid CROSS JOIN LATERAL (SELECT pg_get_expr(c.relpartbound, c.oid) AS bounds) b
  WHERE i.inhparent = to_regclass('public.' || quote_ident(parent)) AND b.bounds <> 'DEFAULT'
$$;

-- The week of a moment and the five after it, as far as they have no partition. Attempts first: who records locks their
-- messages first.
CREATE OR REPLACE FUNCTION missing_partitions(at timestamptz) RETURNS TABLE (parent text, first_day integer, name text)
  LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT t.parent, w.first_day, t.parent || '_' || to_char(date '1970-01-01' + w.first_day, 'YYYY_MM_DD')
  FROM unnest(ARRAY['webhook_attempts', 'indexer_logs']) WITH ORDINALITY t (parent, n),
    LATERAL (SELECT day_of_moment(at) AS day) today, generate_series(day - (day + 3) % 7, day - (day + 3) % 7 + 35, 7) w (first_day)
  WHERE NOT EXISTS (
    SELECT 1 FROM partitions_of(t.parent) p WHERE w.first_day < p.end_day AND (p.first_day IS NULL OR p.first_day <= w.first_day)
  )
  ORDER BY t.n, w.first_day
$$;

-- Returns the names of the partitions it made. Rows of a week that are in the default partition move to their own.
-- While it holds locks it waits for another for at most half a second, which is less than Postgres takes to look for
-- deadlocks. Statements that wait for it then continue, and it is called again.
CREATE OR REPLACE FUNCTION prepare_partitions(at timestamptz) RETURNS SETOF text LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp SET lock_timeout = '30s' AS $$
DECLARE
  week record;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM missing_partitions(at)) THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(7310418);
  -- The foreign key of attempts is made again for each partition. Postgres ends a vacuum of them one second after a
  -- statement waits for it.
  PERFORM set_config('lock_timeout', '3s', true);
  IF EXISTS (SELECT 1 FROM missing_partitions(at) WHERE parent = 'webhook_attempts') THEN
    LOCK TABLE public.webhook_messages IN SHARE ROW EXCLUSIVE MODE;
  END IF;
  PERFORM set_config('lock_timeout', '500ms', true);
  FOR week IN SELECT * FROM missing_partitions(at) LOOP
    EXECUTE format('LOCK TABLE ONLY public.%I IN SHARE UPDATE EXCLUSIVE MODE', week.parent);
    EXECUTE format('LOCK TABLE partitions.%I IN ACCESS EXCLUSIVE MODE', week.parent || '_default');
    EXECUTE format('CREATE TABLE partitions.%I (LIKE public.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', week.name, week.parent);
    EXECUTE format('WITH moved AS (DELETE FROM partitions.%I WHERE id >= %L AND id < %L RETURNING *) INSERT INTO partitions.%I SELECT * FROM moved',
      week.parent || '_default', first_id_of_day(week.first_day), first_id_of_day(week.first_day + 7), week.name);
    EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION partitions.%I FOR VALUES FROM (%L) TO (%L)',
      week.parent, week.name, first_id_of_day(week.first_day), first_id_of_day(week.first_day + 7));
    RETURN NEXT week.name;
  END LOOP;
END $$;

-- Drops the partitions whose rows are all of days before the moment's, with the counts of these days, and returns their
-- names. The table is locked meanwhile.
CREATE OR REPLACE FUNCTION drop_partitions(parent text, before timestamptz) RETURNS SETOF text LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  week record;
BEGIN
  IF parent NOT IN ('indexer_logs', 'webhook_attempts') THEN
    RAISE EXCEPTION '% has no partitions that may be dropped', parent;
  END IF;
  IF NOT EXISTS (SELECT 1 FROM partitions_of(parent) WHERE end_day <= day_of_moment(before)) THEN RETURN; END IF;
  EXECUTE format('LOCK TABLE ONLY public.%I IN ACCESS EXCLUSIVE MODE', parent);
  FOR week IN SELECT * FROM partitions_of(parent) WHERE end_day <= day_of_moment(before) ORDER BY end_day LOOP
    EXECUTE format('DROP TABLE partitions.%I', week.name);
    IF parent = 'indexer_logs' THEN
      DELETE FROM indexer_log_counts WHERE day >= coalesce(week.first_day, 0) AND day < week.end_day;
    END IF;
    RETURN NEXT week.name;
  END LOOP;
END $$;

REVOKE ALL ON SCHEMA partitions FROM slipway_app, slipway_worker, slipway_operator;
REVOKE ALL ON ALL TABLES IN SCHEMA partitions FROM slipway_app, slipway_worker, slipway_operator;
REVOKE ALL ON FUNCTION prepare_partitions(timestamptz), drop_partitions(text, timestamptz) FROM PUBLIC, slipway_app, slipway_operator;
GRANT EXECUTE ON FUNCTION prepare_partitions(timestamptz), drop_partitions(text, timestamptz) TO slipway_worker;
-- Locks them no longer than the rights above did.
SELECT prepare_partitions(now());
