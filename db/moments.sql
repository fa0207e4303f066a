-- A row's updated_at is never before its created_at, whichever clock wrote either. A process names the moment it acts
-- at, and a default the moment its transaction began. Neither may make a row look changed before it was there. Runs
-- after every migration: a new table needs nothing in the schema.
CREATE OR REPLACE FUNCTION raise_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := NEW.created_at;
  RETURN NEW;
END $$;
DO $$
DECLARE t record;
BEGIN
  FOR t IN
    SELECT r.relname AS name
    FROM pg_class r
    WHERE r.relnamespace = 'public'::regnamespace AND r.relkind IN ('r', 'p') AND NOT r.relispartition
      AND (SELECT count(*) FROM pg_attribute a
        WHERE a.attrelid = r.oid AND a.attname IN ('created_at', 'updated_at') AND NOT a.attisdropped) = 2
      AND NOT EXISTS (SELECT 1 FROM pg_trigger g WHERE g.tgrelid = r.oid AND g.tgname = 'updated_after_created')
  LOOP
    EXECUTE format('CREATE TRIGGER updated_after_created BEFORE INSERT OR UPDATE ON %I FOR EACH ROW
      WHEN (NEW.updated_at < NEW.created_at) EXECUTE FUNCTION raise_updated_at()', t.name);
  END LOOP;
END $$;

-- A transaction is updated at each of its steps. A trigger before an update locks the row again, with a record in
-- the log of Postgres, so that its moment is raised after the rare update that needs it.
CREATE OR REPLACE FUNCTION raise_updated_at_of_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE transactions SET updated_at = created_at WHERE id = NEW.id;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER updated_after_created BEFORE INSERT ON transactions FOR EACH ROW
  WHEN (NEW.updated_at < NEW.created_at) EXECUTE FUNCTION raise_updated_at();
CREATE OR REPLACE TRIGGER updated_after_created_later AFTER UPDATE OF updated_at, created_at ON transactions FOR EACH ROW
  WHEN (NEW.updated_at < NEW.created_at) EXECUTE FUNCTION raise_updated_at_of_transaction();
