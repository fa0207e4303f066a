-- Counts for charts, by the hour as rows change (db/schema/activity.ts). Runs after security.sql, after every
-- migration. Every count is a function of its row: the triggers add the row's count after a change and subtract the one
-- before. The sum therefore equals that over the rows themselves, also under concurrent writes.

REVOKE INSERT, UPDATE, DELETE ON activity_counts FROM slipway_app, slipway_operator;

-- Steps of a fourth of a doubling: a percentile is right to a fifth.
CREATE OR REPLACE FUNCTION activity_bucket(ms double precision) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT least(floor(4 * ln(greatest(ms, 0) + 1) / ln(2)), 200)::integer
$$;
CREATE OR REPLACE FUNCTION activity_hour(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT date_trunc('hour', at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
$$;

-- The recipient of the value of a transaction; null for an approval, which moves nothing.
CREATE OR REPLACE FUNCTION activity_recipient(type text, to_address text, call_data text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN type <> 'SIGN' THEN to_address ELSE
    CASE lower(left(call_data, 10))
      WHEN '0xa9059cbb' THEN '0x' || substr(call_data, 35, 40) -- transfer(address,uint256)
      WHEN '0x23b872dd' THEN '0x' || substr(call_data, 99, 40) -- transferFrom(address,address,uint256)
      WHEN '0x095ea7b3' THEN NULL -- approve(address,uint256)
      WHEN '0x39509351' THEN NULL -- increaseAllowance(address,uint256)
      ELSE to_address END
  END
$$;
-- Whether an address is a wallet of the business. Wallets are never deleted, and are created before anyone can know their
-- address: the answer does not change.
CREATE OR REPLACE FUNCTION activity_is_own(business uuid, recipient text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM wallets w WHERE w.chain_type = 'EVM' AND lower(w.address) = lower(recipient) AND w.business_id = business)
    OR EXISTS (SELECT FROM wallets w WHERE w.chain_type = 'SOLANA' AND w.address = recipient AND w.business_id = business)
$$;
-- An ended transaction, its value where money went to others, and what was charged for its gas. Token operations move
-- tokens of the business; the money that they pay is counted by the lines of payouts. The search for an own wallet is
-- written out, because a function of it would be called for each row. With EXISTS, a plan made for many rows reads all
-- wallets.
CREATE OR REPLACE FUNCTION activity_of_transaction(business uuid, project_id uuid, network text, type text, recipient text, status text,
    created_at timestamptz, final_at timestamptz, value_micros numeric, fee_micros numeric)
  RETURNS TABLE (hour timestamptz, series text, label text, is_ok boolean, bucket integer, micros numeric) LANGUAGE sql STABLE AS $$
  SELECT activity_hour(coalesce(final_at, created_at)), 'transaction', network, status = 'COMPLETED',
    CASE WHEN final_at IS NULL THEN -1 ELSE activity_bucket(extract(epoch FROM final_at - created_at) * 1000) END,
    CASE WHEN status = 'COMPLETED' AND value_micros <> 0 AND type IN ('TRANSFER', 'SIGN', 'SWEEP') AND recipient IS NOT NULL
      AND (SELECT true FROM wallets w WHERE w.chain_type = 'EVM' AND lower(w.address) = lower(recipient) AND w.business_id = business LIMIT 1) IS NULL
      AND (SELECT true FROM wallets w WHERE w.chain_type = 'SOLANA' AND w.address = recipient AND w.business_id = business LIMIT 1) IS NULL
      THEN value_micros ELSE 0 END
  WHERE status <> 'PENDING' AND project_id IS NOT NULL
  UNION ALL
  SELECT activity_hour(coalesce(final_at, created_at)), 'fee', network, true, -1, fee_micros
  WHERE status <> 'PENDING' AND project_id IS NOT NULL AND fee_micros > 0
$$;
-- A deposit. A token of the business that pays its coupon to another wallet of the business, or returns the rest of it,
-- brings no money from outside.
CREATE OR REPLACE FUNCTION activity_of_deposit(d deposits)
  RETURNS TABLE (hour timestamptz, series text, label text, is_ok boolean, bucket integer, micros numeric) LANGUAGE sql STABLE AS $$
  SELECT activity_hour(coalesce(d.confirmed_at, d.created_at)), 'deposit', c.network, true, -1,
    CASE WHEN t.id IS NULL THEN coalesce(d.value_usd_micros, 0) ELSE 0 END
  FROM chains c LEFT JOIN tokens t ON t.chain_id = d.chain_id AND t.contract_address = d.from_address AND t.business_id = d.business_id
  WHERE c.chain_id = d.chain_id AND d.stage = 'confirmed' AND d.project_id IS NOT NULL
$$;
-- The value that a payout paid to a holder, or withheld for one, at the price when its payment was requested. Rounded
-- down.
CREATE OR REPLACE FUNCTION activity_of_payout_line(payout uuid, address text, amount_units numeric, paid_at timestamptz)
  RETURNS TABLE (project_id uuid, hour timestamptz, label text, micros numeric) LANGUAGE sql STABLE AS $$
  SELECT t.project_id, activity_hour(paid_at), c.network, CASE WHEN activity_is_own(t.business_id, address) THEN 0
    ELSE div(amount_units * coalesce(p.payment_price_e8, 0), 10::numeric ^ (coalesce(t.payment_decimals, 0) + 2)) END
  FROM token_payouts p JOIN tokens t ON t.id = p.token_id JOIN chains c ON c.chain_id = t.chain_id WHERE p.id = payout
$$;
CREATE OR REPLACE FUNCTION activity_destination(destination uuid, url text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT left(coalesce(destination::text, lower(substring(url FROM '^[^:]*://([^/?#]*)')), url), 200)
$$;

CREATE OR REPLACE FUNCTION note_transaction_activity() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO activity_counts (business_id, project_id, hour, series, label, is_ok, bucket, n, usd_micros)
    SELECT NEW.business_id, NEW.project_id, a.hour, a.series, a.label, a.is_ok, a.bucket, 1, a.micros FROM
      activity_of_transaction(NEW.business_id, NEW.project_id, NEW.network, NEW.type,
        activity_recipient(NEW.type, NEW.to_address, NEW.call_data), NEW.status, NEW.created_at, NEW.final_at,
        NEW.value_usd_micros, NEW.fee_charged_micros) a;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS activity_added ON transactions;
CREATE TRIGGER activity_added AFTER INSERT ON transactions FOR EACH ROW
  WHEN (NEW.status <> 'PENDING') EXECUTE FUNCTION note_transaction_activity();

-- Transactions end many in one statement: their counts are added together. What did not change cancels out. Most updates
-- end none: they pay for no more than a look.
CREATE OR REPLACE FUNCTION note_changed_transactions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM changed WHERE status <> 'PENDING') AND NOT EXISTS (SELECT FROM former WHERE status <> 'PENDING') THEN
    RETURN NULL;
  END IF;
  INSERT INTO activity_counts (business_id, project_id, hour, series, label, is_ok, bucket, n, usd_micros)
    SELECT c.business_id, c.project_id, c.hour, c.series, c.label, c.is_ok, c.bucket, sum(c.n), sum(c.n * c.micros) FROM (
      SELECT o.business_id, o.project_id, a.*, -1 AS n FROM former o, LATERAL
        activity_of_transaction(o.business_id, o.project_id, o.network, o.type,
          activity_recipient(o.type, o.to_address, o.call_data), o.status, o.created_at, o.final_at,
          o.value_usd_micros, o.fee_charged_micros) a
      WHERE o.status <> 'PENDING'
      UNION ALL
      SELECT t.business_id, t.project_id, a.*, 1 AS n FROM changed t, LATERAL
        activity_of_transaction(t.business_id, t.project_id, t.network, t.type,
          activity_recipient(t.type, t.to_address, t.call_data), t.status, t.created_at, t.final_at,
          t.value_usd_micros, t.fee_charged_micros) a
      WHERE t.status <> 'PENDING'
    ) c GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(c.n) <> 0 OR sum(c.n * c.micros) <> 0;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS activity_changed ON transactions;
CREATE TRIGGER activity_changed AFTER UPDATE ON transactions REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_transactions();

CREATE OR REPLACE FUNCTION note_deposit_activity() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO activity_counts (business_id, project_id, hour, series, label, is_ok, bucket, n, usd_micros)
      SELECT OLD.business_id, OLD.project_id, a.hour, a.series, a.label, a.is_ok, a.bucket, -1, -a.micros FROM activity_of_deposit(OLD) a;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO activity_counts (business_id, project_id, hour, series, label, is_ok, bucket, n, usd_micros)
      SELECT NEW.business_id, NEW.project_id, a.hour, a.series, a.label, a.is_ok, a.bucket, 1, a.micros FROM activity_of_deposit(NEW) a;
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS activity_noted ON deposits;
CREATE TRIGGER activity_noted AFTER INSERT OR UPDATE OR DELETE ON deposits FOR EACH ROW EXECUTE FUNCTION note_deposit_activity();

-- Lines of payouts are written and, when their token is rebuilt, deleted and written again, many in one statement.
CREATE OR REPLACE FUNCTION note_payout_activity() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO activity_counts (business_id, project_id, hour, series, label, is_ok, bucket, n, usd_micros)
    SELECT l.business_id, a.project_id, a.hour, 'payout', a.label, true, -1, sign * count(*), sign * sum(a.micros)
    FROM changed l, LATERAL activity_of_payout_line(l.payout_id, l.address, l.amount_units, l.paid_at) a GROUP BY 1, 2, 3, 5;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS activity_added ON token_payout_lines;
CREATE TRIGGER activity_added AFTER INSERT ON token_payout_lines REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_payout_activity();
DROP TRIGGER IF EXISTS activity_removed ON token_payout_lines;
CREATE TRIGGER activity_removed AFTER DELETE ON token_payout_lines REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_payout_activity();

-- A call counts twice: by its status, and by its operation.
CREATE OR REPLACE FUNCTION activity_of_request(status integer, operation text) RETURNS TABLE (series text, label text)
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  VALUES ('request', status::text), ('operation', coalesce(operation, 'unknown'))
$$;

-- Rows of the log and attempts are written once. When they are deleted for their age, what was counted of them stays.
CREATE OR REPLACE FUNCTION note_request_activity() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO activity_counts (business_id, project_id, hour, series, label, is_ok, bucket, n)
    SELECT r.business_id, r.project_id, activity_hour(r.created_at), a.series, a.label, r.status < 400, activity_bucket(r.duration_ms), count(*)
    FROM added r, LATERAL activity_of_request(r.status, r.operation) a
    WHERE r.business_id IS NOT NULL AND r.project_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS activity_noted ON request_log;
CREATE TRIGGER activity_noted AFTER INSERT ON request_log REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_request_activity();

CREATE OR REPLACE FUNCTION note_attempt_activity() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO activity_counts (business_id, project_id, hour, series, label, is_ok, bucket, n)
    SELECT m.business_id, m.project_id, activity_hour(a.created_at), 'delivery', activity_destination(m.destination_id, m.url), a.error IS NULL,
      activity_bucket(a.latency_ms), count(*)
    FROM added a, LATERAL (SELECT w.business_id, w.project_id, w.destination_id, w.url FROM webhook_messages w WHERE w.id = a.message_id LIMIT 1) m
    GROUP BY 1, 2, 3, 5, 6, 7;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS activity_noted ON webhook_attempts;
CREATE TRIGGER activity_noted AFTER INSERT ON webhook_attempts REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_attempt_activity();

-- Recounts the hours of [since, until) from the rows. Concurrent writers wait: what is committed before is counted
-- here, what comes after by its trigger. Rows that were deleted for their age are not counted again.
CREATE OR REPLACE FUNCTION rebuild_activity(since timestamptz, until timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public AS $$
BEGIN
  LOCK TABLE activity_counts IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM activity_counts WHERE hour >= since AND hour < until;
  INSERT INTO activity_counts (business_id, project_id, hour, series, label, is_ok, bucket, n, usd_micros, is_folded)
    SELECT business_id, project_id, hour, series, label, is_ok, bucket, count(*), sum(micros), true FROM (
      SELECT t.business_id, t.project_id, a.* FROM transactions t, LATERAL
        activity_of_transaction(t.business_id, t.project_id, t.network, t.type,
          activity_recipient(t.type, t.to_address, t.call_data), t.status, t.created_at, t.final_at,
          t.value_usd_micros, t.fee_charged_micros) a
      UNION ALL
      SELECT d.business_id, d.project_id, a.* FROM deposits d, LATERAL activity_of_deposit(d) a
      UNION ALL
      SELECT l.business_id, a.project_id, a.hour, 'payout', a.label, true, -1, a.micros
      FROM token_payout_lines l, LATERAL activity_of_payout_line(l.payout_id, l.address, l.amount_units, l.paid_at) a
      UNION ALL
      SELECT r.business_id, r.project_id, activity_hour(r.created_at), a.series, a.label, r.status < 400, activity_bucket(r.duration_ms), 0
      FROM request_log r, LATERAL activity_of_request(r.status, r.operation) a WHERE r.business_id IS NOT NULL AND r.project_id IS NOT NULL
      UNION ALL
      SELECT m.business_id, m.project_id, activity_hour(a.created_at), 'delivery', activity_destination(m.destination_id, m.url), a.error IS NULL,
        activity_bucket(a.latency_ms), 0
      FROM webhook_attempts a JOIN webhook_messages m ON m.id = a.message_id
    ) each WHERE hour >= since AND hour < until
    GROUP BY 1, 2, 3, 4, 5, 6, 7;
END $$;
REVOKE ALL ON FUNCTION rebuild_activity(timestamptz, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION rebuild_activity(timestamptz, timestamptz) TO slipway_worker;
-- The functions of earlier versions take other arguments; nothing calls them now.
DROP FUNCTION IF EXISTS activity_of_transaction(transactions);
DROP FUNCTION IF EXISTS activity_moved_out(uuid, text, text, numeric);
DROP FUNCTION IF EXISTS activity_of_transaction(uuid, text, text, text, timestamptz, timestamptz, numeric, numeric);

-- Once, for what was there before it was counted.
DO $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM activity_counts) THEN PERFORM rebuild_activity('-infinity', 'infinity'); END IF;
END $$;
