-- An accepted transaction keeps its accepted values, and a signed one its signed values, whichever role writes:
-- policies, approvals and signatures are about these values. The amount and value of a sweep may be lowered until it is
-- signed.
CREATE OR REPLACE FUNCTION refuse_intent_change(relation regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- The owner of the tables may change them: migrations and manual repairs.
  IF current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = relation) THEN RETURN; END IF;
  RAISE EXCEPTION 'what % holds stays as it was written', (SELECT relname FROM pg_class WHERE oid = relation) USING ERRCODE = 'insufficient_privilege';
END $$;
-- After the update: a trigger before it locks each row again, with a record in the log of Postgres for each. Only a
-- statement that names one of these columns pays for the comparison. The functions compare, and no WHEN of a trigger:
-- every statement on the table would copy its text, inserts too.
CREATE OR REPLACE FUNCTION keep_intent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.id, OLD.business_id, OLD.project_id, OLD.wallet_id, OLD.type, OLD.chain_type, OLD.chain_id, OLD.signer_type, OLD.from_address,
      OLD.address_index, OLD.to_address, OLD.token_address, OLD.call_data, OLD.decimals, OLD.intent_id, OLD.created_at)
    IS DISTINCT FROM
      (NEW.id, NEW.business_id, NEW.project_id, NEW.wallet_id, NEW.type, NEW.chain_type, NEW.chain_id, NEW.signer_type, NEW.from_address,
      NEW.address_index, NEW.to_address, NEW.token_address, NEW.call_data, NEW.decimals, NEW.intent_id, NEW.created_at)
    OR (OLD.amount_units, OLD.value_usd_micros) IS DISTINCT FROM (NEW.amount_units, NEW.value_usd_micros)
      -- False if it is not known.
      AND (OLD.type = 'SWEEP' AND OLD.stage = 'queued' AND NEW.amount_units <= OLD.amount_units
        AND (NEW.value_usd_micros <= OLD.value_usd_micros OR (NEW.value_usd_micros IS NULL AND OLD.value_usd_micros IS NULL))) IS NOT TRUE
  THEN PERFORM refuse_intent_change(TG_RELID); END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS intent_stays ON transactions;
CREATE TRIGGER intent_stays AFTER UPDATE OF id, business_id, project_id, wallet_id, type, chain_type, chain_id, signer_type, from_address,
    address_index, to_address, token_address, call_data, decimals, intent_id, created_at, amount_units, value_usd_micros
  ON transactions FOR EACH ROW EXECUTE FUNCTION keep_intent();
CREATE OR REPLACE FUNCTION keep_signature() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.id, OLD.transaction_id, OLD.chain_id, OLD.from_address, OLD.nonce, OLD.last_valid_block_height, OLD.tx_hash, OLD.raw_transaction, OLD.reason)
    IS DISTINCT FROM
      (NEW.id, NEW.transaction_id, NEW.chain_id, NEW.from_address, NEW.nonce, NEW.last_valid_block_height, NEW.tx_hash, NEW.raw_transaction, NEW.reason)
  THEN PERFORM refuse_intent_change(TG_RELID); END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS signature_stays ON transaction_attempts;
CREATE TRIGGER signature_stays AFTER UPDATE OF id, transaction_id, chain_id, from_address, nonce, last_valid_block_height, tx_hash,
    raw_transaction, reason
  ON transaction_attempts FOR EACH ROW EXECUTE FUNCTION keep_signature();
-- The trigger function of earlier versions, which nothing calls now.
DROP FUNCTION IF EXISTS refuse_intent_change();
REVOKE DELETE, TRUNCATE ON transactions, transaction_attempts FROM slipway_app, slipway_worker, slipway_operator;

-- What the signer signs is recorded here permanently. A second transaction under a nonce that it signed for is refused,
-- whatever the rows say of the first by then.
CREATE OR REPLACE FUNCTION note_signature() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO signatures (id, business_id, transaction_id, chain_id, address, nonce, tx_hash, reason)
  SELECT id, business_id, transaction_id, chain_id, from_address, nonce, tx_hash, reason FROM added;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS signature_noted ON transaction_attempts;
CREATE TRIGGER signature_noted AFTER INSERT ON transaction_attempts REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (pg_has_role('slipway_signer', 'USAGE')) EXECUTE FUNCTION note_signature();
