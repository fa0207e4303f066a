-- How money moves: by journals whose entries only ever grow (docs/ledger.md). Runs behind security.sql, after every
-- migration.

REVOKE UPDATE, DELETE ON ledger_journals, ledger_entries FROM slipway_app, slipway_worker, slipway_operator;
REVOKE DELETE ON ledger_accounts FROM slipway_app, slipway_worker, slipway_operator;

-- A request may put money of its business aside, and nothing else: credits and what ends a hold are the worker's and
-- the operator's.
DROP POLICY IF EXISTS tenant_only_holds ON ledger_journals;
CREATE POLICY tenant_only_holds ON ledger_journals AS RESTRICTIVE FOR INSERT TO slipway_app WITH CHECK (kind = 'hold');
DROP POLICY IF EXISTS tenant_only_holds ON ledger_entries;
CREATE POLICY tenant_only_holds ON ledger_entries AS RESTRICTIVE FOR INSERT TO slipway_app
  WITH CHECK ((kind = 'available' AND amount_units < 0) OR (kind = 'reserved' AND amount_units > 0));

CREATE OR REPLACE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% cannot be changed like this: only entries move money', TG_TABLE_NAME;
END $$;
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['ledger_journals', 'ledger_entries'] LOOP
    EXECUTE format('DROP TRIGGER IF EXISTS append_only ON %I', name);
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change()', name);
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION move_ledger_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_accounts (business_id, currency, kind)
    SELECT n.business_id, n.currency, n.kind FROM (SELECT DISTINCT business_id, currency, kind FROM added) n
    WHERE (SELECT true FROM ledger_accounts a
      WHERE a.business_id = n.business_id AND a.currency = n.currency AND a.kind = n.kind LIMIT 1) IS NULL
    ORDER BY n.kind <> 'available', 1, 2, 3
    ON CONFLICT DO NOTHING;
  UPDATE ledger_accounts a SET balance_units = a.balance_units + d.delta, updated_at = now()
    FROM (SELECT business_id, currency, kind, sum(amount_units) AS delta FROM added GROUP BY 1, 2, 3) d
    WHERE a.business_id = d.business_id AND a.currency = d.currency AND a.kind = d.kind;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS move_balances ON ledger_entries;
CREATE TRIGGER move_balances AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION move_ledger_balances();

-- Depth 0 is a statement of a role; the trigger above updates at depth 1.
DROP TRIGGER IF EXISTS moved_by_entries ON ledger_accounts;
CREATE TRIGGER moved_by_entries BEFORE UPDATE ON ledger_accounts
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_ledger_change();
DROP TRIGGER IF EXISTS opened_empty ON ledger_accounts;
CREATE TRIGGER opened_empty BEFORE INSERT ON ledger_accounts
  FOR EACH ROW WHEN (NEW.balance_units <> 0) EXECUTE FUNCTION refuse_ledger_change();
DROP TRIGGER IF EXISTS kept ON ledger_accounts;
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON ledger_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

-- Checks entries of every owner, from any writer: in each currency a journal sums to zero, and it moves only the money
-- of its business and the platform's. Entries never change, so either a statement adds a balanced set to a journal, or
-- the whole journal is checked at commit.
CREATE OR REPLACE FUNCTION note_open_journals() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  -- Journals one by one, by their key: a plan made for many would read all of them for two entries.
  INSERT INTO ledger_open_journals (journal_id)
    SELECT a.journal_id FROM (SELECT DISTINCT journal_id, business_id FROM added) a,
      LATERAL (SELECT j.business_id FROM ledger_journals j WHERE j.id = a.journal_id LIMIT 1) own WHERE own.business_id <> a.business_id
      AND (SELECT b.kind FROM businesses b WHERE b.id = a.business_id LIMIT 1) IS DISTINCT FROM 'platform'
    UNION
    SELECT journal_id FROM added GROUP BY journal_id, currency HAVING sum(amount_units) <> 0;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS noted ON ledger_entries;
CREATE TRIGGER noted AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_open_journals();

REVOKE INSERT, UPDATE, DELETE ON ledger_open_journals FROM slipway_app, slipway_worker, slipway_operator;
CREATE OR REPLACE FUNCTION require_balanced_journal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  PERFORM 1 FROM ledger_entries e JOIN ledger_journals j ON j.id = e.journal_id
    WHERE e.journal_id = NEW.journal_id GROUP BY e.currency
    HAVING sum(e.amount_units) <> 0 OR NOT bool_and(e.business_id = j.business_id
      OR EXISTS (SELECT 1 FROM businesses b WHERE b.id = e.business_id AND b.kind = 'platform'));
  IF FOUND THEN
    RAISE EXCEPTION 'journal % does not sum to zero among its business and the platform', NEW.journal_id USING ERRCODE = 'check_violation';
  END IF;
  DELETE FROM ledger_open_journals o WHERE o.journal_id = NEW.journal_id;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS balanced ON ledger_entries;
DROP TRIGGER IF EXISTS balanced ON ledger_open_journals;
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON ledger_open_journals DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION require_balanced_journal();

-- Checked at commit: what is taken out of `reserved` was put there for the same reference.
CREATE OR REPLACE FUNCTION require_held() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  held numeric;
BEGIN
  SELECT sum(e.amount_units) INTO held FROM ledger_journals own
    JOIN ledger_journals j ON j.reference_id = own.reference_id AND j.reference_type = own.reference_type
    JOIN ledger_entries e ON e.journal_id = j.id AND e.business_id = NEW.business_id AND e.currency = NEW.currency AND e.kind = 'reserved'
    WHERE own.id = NEW.journal_id;
  IF held IS NULL OR held < 0 THEN
    RAISE EXCEPTION 'journal % gives back more than is held', NEW.journal_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS held ON ledger_entries;
CREATE CONSTRAINT TRIGGER held AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.kind = 'reserved' AND NEW.amount_units < 0) EXECUTE FUNCTION require_held();

-- The one order in which accounts are locked, so that journals wait for each other and never deadlock. First
-- `available` of every business concerned, which is the lock of its ledger, then its others, at the end the platform's,
-- which everyone uses. Missing accounts are opened in that order: else a caller that finds one opened by another
-- meanwhile would lock it later than this order says. A loop, since a plan made for many rows would read every account
-- for a hold that locks two. Returns null, or the balance of an account that would go below zero and may not.
CREATE OR REPLACE FUNCTION lock_ledger_accounts(legs jsonb) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
  touched record;
  balance numeric;
BEGIN
  FOR touched IN
    SELECT w.business_id, w.currency, w.kind, sum(w.units) AS delta, bool_or(w.units <> 0) AS is_moved FROM (
      SELECT l."businessId" AS business_id, l.currency, k.kind, CASE WHEN k.is_leg THEN coalesce(l.units, 0) ELSE 0 END AS units
      FROM jsonb_to_recordset(legs) AS l("businessId" uuid, currency text, kind text, units numeric),
        LATERAL (VALUES (l.kind, true), ('available', false)) AS k(kind, is_leg)
    ) w GROUP BY 1, 2, 3
    ORDER BY w.kind <> 'available', w.kind NOT IN ('reserved', 'gas', 'funding'), 1, 2, 3
  LOOP
    SELECT a.balance_units INTO balance FROM ledger_accounts a
      WHERE a.business_id = touched.business_id AND a.currency = touched.currency AND a.kind = touched.kind FOR UPDATE;
    IF NOT FOUND AND touched.is_moved AND (touched.delta >= 0 OR ledger_may_be_negative(touched.kind)) THEN
      INSERT INTO ledger_accounts (business_id, currency, kind) VALUES (touched.business_id, touched.currency, touched.kind)
        ON CONFLICT DO NOTHING;
      SELECT a.balance_units INTO balance FROM ledger_accounts a
        WHERE a.business_id = touched.business_id AND a.currency = touched.currency AND a.kind = touched.kind FOR UPDATE;
    END IF;
    IF coalesce(balance, 0) + touched.delta < 0 AND NOT ledger_may_be_negative(touched.kind) THEN RETURN coalesce(balance, 0); END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- What is exchanged says at which rate.
CREATE OR REPLACE FUNCTION require_rate() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  PERFORM 1 FROM ledger_journals j WHERE j.id = NEW.journal_id AND j.rate_id IS NULL;
  IF FOUND THEN
    RAISE EXCEPTION 'journal % exchanges without a rate', NEW.journal_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS rated ON ledger_entries;
CREATE TRIGGER rated AFTER INSERT ON ledger_entries
  FOR EACH ROW WHEN (split_part(NEW.kind, '.', 1) = 'fx') EXECUTE FUNCTION require_rate();

-- The entry point. `journals`: [{id, businessId, kind, referenceType, referenceId, rateId, reason, createdBy}], `legs`:
-- [{journalId, businessId, currency, kind, units}]. Null: all of it is posted. Else nothing is posted, and it returns
-- the balance of an account that does not cover its legs.
CREATE OR REPLACE FUNCTION post_journals(journals jsonb, legs jsonb) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
  short_of numeric := lock_ledger_accounts(legs);
BEGIN
  IF short_of IS NOT NULL THEN RETURN short_of; END IF;
  INSERT INTO ledger_journals (id, business_id, kind, reference_type, reference_id, rate_id, reason, created_by)
    SELECT j.id, j."businessId", j.kind, j."referenceType", j."referenceId", j."rateId", j.reason, j."createdBy"
    FROM jsonb_to_recordset(journals) AS j(id uuid, "businessId" uuid, kind text, "referenceType" text, "referenceId" uuid,
      "rateId" uuid, reason text, "createdBy" text);
  INSERT INTO ledger_entries (journal_id, business_id, currency, kind, amount_units)
    SELECT l."journalId", l."businessId", l.currency, l.kind, l.units
    FROM jsonb_to_recordset(legs) AS l("journalId" uuid, "businessId" uuid, currency text, kind text, units numeric)
    WHERE l.units <> 0;
  RETURN NULL;
END $$;

-- As post_journals, for callers that do not await its answer before the commit: a shortage fails the transaction.
CREATE OR REPLACE FUNCTION post_covered_journals(journals jsonb, legs jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  short_of numeric := post_journals(journals, legs);
BEGIN
  IF short_of IS NOT NULL THEN
    RAISE EXCEPTION 'an account has % and does not cover its legs', short_of USING ERRCODE = 'check_violation';
  END IF;
END $$;

-- The held units of a reference; null if there never was a hold, or it has ended. Reliable only under the lock of
-- the business's ledger. It filters journals by reference alone: with the business too, a plan without statistics reads
-- all journals of the business.
CREATE OR REPLACE FUNCTION held_units(holder uuid, held_currency text, held_type text, held_id uuid) RETURNS numeric LANGUAGE plpgsql AS $$
BEGIN
  RETURN (
    SELECT nullif(sum(e.amount_units), 0) FROM ledger_journals j
    JOIN ledger_entries e ON e.journal_id = j.id AND e.business_id = holder AND e.currency = held_currency AND e.kind = 'reserved'
    WHERE j.reference_id = held_id AND j.reference_type = held_type
  );
END $$;

-- Raises what is held for the journal's reference to `to_units`. Null: that much is held. Else nothing changed, and it
-- returns how much could have been held: the balance is short, or (0) nothing is held any more.
CREATE OR REPLACE FUNCTION raise_hold(journal jsonb, held_currency text, to_units numeric) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
  leg jsonb := jsonb_build_object('journalId', journal -> 'id', 'businessId', journal -> 'businessId', 'currency', held_currency);
  held numeric;
BEGIN
  -- The lock comes first: a statement that waited for it would add up what it saw before.
  PERFORM lock_ledger_accounts(jsonb_build_array(leg || '{"kind": "reserved"}'));
  held := held_units((journal ->> 'businessId')::uuid, held_currency, journal ->> 'referenceType', (journal ->> 'referenceId')::uuid);
  IF held IS NULL THEN RETURN 0; END IF;
  IF held >= to_units THEN RETURN NULL; END IF;
  RETURN held + post_journals(jsonb_build_array(journal), jsonb_build_array(
    leg || jsonb_build_object('kind', 'available', 'units', held - to_units),
    leg || jsonb_build_object('kind', 'reserved', 'units', to_units - held)));
END $$;

-- Raises holds, one after the other in the order given: one that is not covered leaves the others as they are.
-- `raises`: journals as above, each with {currency, toUnits}. Returns by journal what `raise_hold` does.
CREATE OR REPLACE FUNCTION raise_holds(raises jsonb) RETURNS TABLE (journal_id uuid, short_of numeric) LANGUAGE plpgsql STRICT AS $$
DECLARE
  wanted jsonb;
BEGIN
  -- Locks every business before the first raise: else two batches could deadlock.
  PERFORM lock_ledger_accounts(jsonb_agg(account)) FROM (
    SELECT DISTINCT jsonb_build_object('businessId', r."businessId", 'currency', r.currency, 'kind', 'reserved') AS account
    FROM jsonb_to_recordset(raises) AS r("businessId" uuid, currency text)) AS accounts;
  FOR wanted IN SELECT r.value FROM jsonb_array_elements(raises) WITH ORDINALITY AS r(value, ordinality) ORDER BY r.ordinality LOOP
    journal_id := (wanted ->> 'id')::uuid;
    short_of := raise_hold(wanted, wanted ->> 'currency', (wanted ->> 'toUnits')::numeric);
    RETURN NEXT;
  END LOOP;
END $$;

-- Ends holds. `endings`: journals as above (kind `settle` or `release`), each with {currency, chargeUnits,
-- toBusinessId, toKind}: at most what is held goes to that account, the rest back to `available`. Returns those that
-- were open, with what they were charged. In one statement, hold by hold: a plan made for many would read every journal
-- there is.
CREATE OR REPLACE FUNCTION end_holds(endings jsonb) RETURNS TABLE (reference_id uuid, charged_units numeric) LANGUAGE plpgsql STRICT AS $$
BEGIN
  PERFORM lock_ledger_accounts(jsonb_agg(account)) FROM (
    SELECT DISTINCT jsonb_build_object('businessId', a.owner, 'currency', r.currency, 'kind', a.kind) AS account
    FROM jsonb_to_recordset(endings) AS r("businessId" uuid, currency text, "toBusinessId" uuid, "toKind" text),
      LATERAL (VALUES (r."businessId", 'reserved'), (r."toBusinessId", r."toKind")) AS a(owner, kind)) AS accounts;
  RETURN QUERY WITH ending AS (
    SELECT DISTINCT ON (r."referenceType", r."referenceId") r.* FROM jsonb_to_recordset(endings)
      AS r(id uuid, "businessId" uuid, kind text, "referenceType" text, "referenceId" uuid, reason text, "createdBy" text,
        currency text, "chargeUnits" numeric, "toBusinessId" uuid, "toKind" text)
  ), due AS MATERIALIZED (
    SELECT n.*, h.units AS held, greatest(least(n."chargeUnits", h.units), 0) AS charged FROM ending n, LATERAL (
      SELECT sum(e.amount_units) AS units FROM ledger_journals j
      JOIN ledger_entries e ON e.journal_id = j.id AND e.business_id = n."businessId" AND e.currency = n.currency AND e.kind = 'reserved'
      WHERE j.reference_id = n."referenceId" AND j.reference_type = n."referenceType"
    ) h WHERE h.units > 0
  ), journals AS (
    INSERT INTO ledger_journals (id, business_id, kind, reference_type, reference_id, reason, created_by)
      SELECT d.id, d."businessId", d.kind, d."referenceType", d."referenceId", d.reason, d."createdBy" FROM due d
  ), entries AS (
    INSERT INTO ledger_entries (journal_id, business_id, currency, kind, amount_units)
      SELECT d.id, l.owner, d.currency, l.kind, l.units
      FROM due d, LATERAL (VALUES (d."businessId", 'reserved', -d.held), (d."toBusinessId", d."toKind", d.charged),
        (d."businessId", 'available', d.held - d.charged)) AS l(owner, kind, units)
      WHERE l.units <> 0
  )
  SELECT d."referenceId", d.charged FROM due d;
END $$;
