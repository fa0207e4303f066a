-- In the order in which whoever records attempts locks them: it may be at work.
LOCK TABLE webhook_messages IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
LOCK TABLE webhook_attempts, indexer_logs IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
CREATE INDEX "indexer_log_counts_day_idx" ON "indexer_log_counts" USING btree ("day");--> statement-breakpoint
-- Nobody but the owner may look into it: partitions are reached through their tables alone, whose policies they have not.
CREATE SCHEMA partitions;--> statement-breakpoint
-- No id of the day, whatever its version, is below it.
CREATE FUNCTION first_id_of_day(day integer) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (lpad(to_hex(day * 86400000::bigint), 12, '0') || repeat('0', 20))::uuid
$$;--> statement-breakpoint
-- What is there becomes the first partition, with its indexes and keys, as it stands.
DROP TRIGGER count_added ON indexer_logs;--> statement-breakpoint
DROP TRIGGER count_left ON indexer_logs;--> statement-breakpoint
DROP TRIGGER count_new ON indexer_logs;--> statement-breakpoint
DROP TRIGGER count_gone ON indexer_logs;--> statement-breakpoint
ALTER TABLE indexer_logs RENAME TO indexer_logs_first;--> statement-breakpoint
ALTER TABLE indexer_logs_first SET SCHEMA partitions;--> statement-breakpoint
ALTER TABLE webhook_attempts RENAME TO webhook_attempts_first;--> statement-breakpoint
ALTER TABLE webhook_attempts_first SET SCHEMA partitions;--> statement-breakpoint
CREATE TABLE indexer_logs (
  LIKE partitions.indexer_logs_first INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
  CONSTRAINT indexer_logs_pkey PRIMARY KEY (id)
) PARTITION BY RANGE (id);--> statement-breakpoint
CREATE TABLE webhook_attempts (
  LIKE partitions.webhook_attempts_first INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_attempts_message_id_webhook_messages_id_fk FOREIGN KEY (message_id) REFERENCES webhook_messages (id)
) PARTITION BY RANGE (id);--> statement-breakpoint
CREATE INDEX "indexer_logs_project_idx" ON "indexer_logs" USING btree ("business_id","project_id","id","event_type","status","network");--> statement-breakpoint
CREATE INDEX "indexer_logs_subscription_idx" ON "indexer_logs" USING btree ("business_id","subscription_id","id","event_type","status");--> statement-breakpoint
CREATE INDEX "indexer_logs_group_idx" ON "indexer_logs" USING btree ("business_id","subscription_id","event_type","status","id");--> statement-breakpoint
CREATE INDEX "indexer_logs_event_idx" ON "indexer_logs" USING btree ("business_id","subscription_id","event_id","id");--> statement-breakpoint
CREATE INDEX "webhook_attempts_of_message_idx" ON "webhook_attempts" USING btree ("message_id","number");--> statement-breakpoint
CREATE TABLE partitions.indexer_logs_default PARTITION OF indexer_logs DEFAULT;--> statement-breakpoint
CREATE TABLE partitions.webhook_attempts_default PARTITION OF webhook_attempts DEFAULT;--> statement-breakpoint
DO $$
DECLARE
  today integer := day_of_moment(now());
  -- Weeks begin on Monday; the day that days are counted from was a Thursday.
  bound uuid := first_id_of_day(today - (today + 3) % 7 + 7);
  parent text;
  old regclass;
  one record;
BEGIN
  FOREACH parent IN ARRAY ARRAY['indexer_logs', 'webhook_attempts'] LOOP
    old := 'partitions.' || parent || '_first';
    -- Rows of clocks that ran ahead are none of the first partition's.
    EXECUTE format('WITH moved AS (DELETE FROM %s WHERE id >= %L RETURNING *) INSERT INTO %I SELECT * FROM moved', old, bound, parent);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %s FOR VALUES FROM (MINVALUE) TO (%L)', parent, old, bound);
    -- Who might touch the table may touch it still; its rows by themselves nobody may.
    FOR one IN SELECT p.polname, pg_get_expr(p.polqual, p.polrelid) AS qual, pg_get_expr(p.polwithcheck, p.polrelid) AS with_check,
        (SELECT string_agg(CASE r WHEN 0 THEN 'public' ELSE r::regrole::text END, ', ') FROM unnest(p.polroles) r) AS roles
      FROM pg_policy p WHERE p.polrelid = old
    LOOP
      EXECUTE format('CREATE POLICY %I ON %I TO %s USING (%s) WITH CHECK (%s)', one.polname, parent, one.roles, one.qual, coalesce(one.with_check, one.qual));
      EXECUTE format('DROP POLICY %I ON %s', one.polname, old);
    END LOOP;
    IF (SELECT relforcerowsecurity FROM pg_class WHERE oid = old) THEN
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', parent);
      EXECUTE format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY', old);
    END IF;
    FOR one IN SELECT CASE a.grantee WHEN 0 THEN 'public' ELSE a.grantee::regrole::text END AS grantee, string_agg(a.privilege_type, ', ') AS rights
      FROM pg_class c, aclexplode(c.relacl) a WHERE c.oid = old AND a.grantee <> c.relowner GROUP BY 1
    LOOP
      EXECUTE format('GRANT %s ON %I TO %s', one.rights, parent, one.grantee);
      EXECUTE format('REVOKE ALL ON %s FROM %s', old, one.grantee);
    END LOOP;
  END LOOP;
END $$;--> statement-breakpoint
CREATE TRIGGER count_added AFTER INSERT ON indexer_logs REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_indexer_logs('1');--> statement-breakpoint
CREATE TRIGGER count_left AFTER UPDATE ON indexer_logs REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_indexer_logs('-1');--> statement-breakpoint
CREATE TRIGGER count_new AFTER UPDATE ON indexer_logs REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_indexer_logs('1');--> statement-breakpoint
CREATE TRIGGER count_gone AFTER DELETE ON indexer_logs REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_indexer_logs('-1');--> statement-breakpoint
-- Which log of an event is the first only a log that follows asks. A statement that asks it itself opens every partition, whatever it writes.
CREATE FUNCTION first_log_of(business uuid, subscription uuid, event text) RETURNS uuid LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT id FROM indexer_logs WHERE business_id = business AND subscription_id = subscription AND event_id = event ORDER BY id LIMIT 1);
END $$;
