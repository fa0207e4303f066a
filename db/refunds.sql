-- Money that goes back (docs/payments.md). Runs behind ledger.sql, after every migration.

REVOKE DELETE ON payment_refunds FROM slipway_app, slipway_worker, slipway_operator;

-- Refunds of a receipt never exceed it: a writer of a refund waits for the other writers of refunds of the receipt.
CREATE OR REPLACE FUNCTION require_refundable() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  came numeric;
  given numeric;
BEGIN
  SELECT r.units INTO came FROM payment_receipts r WHERE r.id = NEW.receipt_id AND r.currency = NEW.currency FOR UPDATE;
  SELECT sum(f.units) INTO given FROM payment_refunds f WHERE f.receipt_id = NEW.receipt_id AND f.state <> 'FAILED';
  IF came IS NULL OR given > came THEN
    RAISE EXCEPTION 'refund % gives back more than came', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS refundable ON payment_refunds;
CREATE TRIGGER refundable AFTER INSERT OR UPDATE OF receipt_id, units, currency, state ON payment_refunds
  FOR EACH ROW WHEN (NEW.receipt_id IS NOT NULL AND NEW.state <> 'FAILED') EXECUTE FUNCTION require_refundable();

-- An ended refund has ended, and its amount and receipt do not change. A failed one is closed once. One that is dropped
-- before a provider had its reference gives it back, for the next refund with this amount.
CREATE OR REPLACE FUNCTION refuse_refund_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refund % cannot be changed like this', OLD.id USING ERRCODE = 'check_violation';
END $$;
DROP TRIGGER IF EXISTS kept ON payment_refunds;
CREATE TRIGGER kept BEFORE UPDATE ON payment_refunds FOR EACH ROW
  WHEN ((OLD.state IN ('DONE', 'FAILED')
      AND (OLD.state = 'DONE' OR OLD.closed_by IS NOT NULL OR NEW.closed_by IS NULL
        OR to_jsonb(NEW) - '{closed_by,updated_at}'::text[] <> to_jsonb(OLD) - '{closed_by,updated_at}'::text[]))
    OR NEW.units <> OLD.units OR (NEW.reference <> OLD.reference AND NOT (OLD.state = 'REQUESTED' AND NEW.state = 'FAILED'))
    OR NEW.receipt_id IS DISTINCT FROM OLD.receipt_id)
  EXECUTE FUNCTION refuse_refund_change();
