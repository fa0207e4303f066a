-- What accepting an intent writes, in one statement. It sets the tenant, holds the gas, opens the wallet's lane, and
-- inserts the transaction with the row of its idempotency key (none if `claim_key` is null). Null: accepted. Else
-- nothing is written, and it returns what the balance has for the hold. A wallet that was deactivated, or bound to
-- another project, leaves `wallet_id` null: the insert is refused. So is one of the addresses `screened` that is
-- blocked, by an error of the code SW001. One parameter a column and no JSON: Postgres would take a quarter longer to
-- read rows out of that.
DO $$
DECLARE
  former regprocedure;
BEGIN
  FOR former IN SELECT oid::regprocedure FROM pg_proc WHERE proname = 'accept_transaction' AND pronamespace = 'public'::regnamespace
    AND NOT 'screened' = ANY(proargnames) LOOP
    EXECUTE format('DROP FUNCTION %s', former);
  END LOOP;
END $$;
-- The last parameters have defaults for processes of earlier versions, which do not name them.
CREATE OR REPLACE FUNCTION accept_transaction(
  hold jsonb,
  new_id uuid, new_business_id uuid, new_project_id uuid, new_wallet_id uuid, new_lane_wallet_id uuid, new_type text, new_chain_type text, new_network
  text, new_chain_id int, new_signer_type text, new_from_address text, new_address_index int, new_to_address text, new_token_address text,
  new_call_data text, new_gas_limit numeric, new_amount_units numeric, new_decimals int, new_status text, new_stage text, new_error text,
  new_shortfall jsonb, new_value_usd_micros numeric, new_native_price_e8 numeric, new_price_at timestamptz, new_fee_hold_micros numeric,
  new_gas_share_id uuid, new_gas_share_micros numeric, new_gas_budget_day date, new_gas_budget_micros numeric, new_webhook_url text,
  new_webhook_own_secret boolean, new_idempotency_key text, new_request_id text, new_created_at timestamptz, new_updated_at timestamptz, new_final_at
  timestamptz,
  claim_environment text, claim_operation text, claim_key text, claim_fingerprint text, claim_resource_id uuid, claim_response_status int,
  claim_response_body jsonb, claim_created_at timestamptz, claim_completed_at timestamptz, new_intent_id uuid DEFAULT NULL, new_trace_context text DEFAULT NULL,
  new_reference text DEFAULT NULL, new_reference_fingerprint text DEFAULT NULL, new_metadata jsonb DEFAULT NULL,
  new_batch_id uuid DEFAULT NULL, new_declared_function text DEFAULT NULL, new_sweep_rule_id uuid DEFAULT NULL,
  new_sweep_trigger text DEFAULT NULL, screened jsonb DEFAULT NULL
) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
  tenant text;
  short_of numeric;
  active_wallet_id uuid;
  has_lane boolean;
BEGIN
  -- An assignment: as a query it would cost five times as much.
  tenant := set_config('app.business_id', new_business_id::text, true);
  IF is_any_blocked(new_business_id, screened) THEN
    RAISE EXCEPTION USING ERRCODE = 'SW001', MESSAGE = 'an address is blocked';
  END IF;
  IF hold IS NOT NULL THEN
    short_of := post_journals(hold -> 'journals', hold -> 'legs');
    IF short_of IS NOT NULL THEN RETURN short_of; END IF;
  END IF;
  -- A new lane may wait for another process that opens it, so that the wallet is read again behind it.
  FOR attempt IN 1..2 LOOP
    SELECT (SELECT w.id FROM wallets w WHERE w.id = new_wallet_id AND w.is_active
        AND (w.bound_project_id IS NULL OR w.bound_project_id = new_project_id)),
      EXISTS (SELECT FROM lanes WHERE chain_id = new_chain_id AND wallet_id = new_wallet_id)
      INTO active_wallet_id, has_lane;
    EXIT WHEN has_lane;
    INSERT INTO lanes (business_id, chain_id, wallet_id, address) VALUES (new_business_id, new_chain_id, new_wallet_id, new_from_address)
      ON CONFLICT DO NOTHING;
  END LOOP;
  INSERT INTO transactions (
      id, business_id, project_id, wallet_id, lane_wallet_id, type, chain_type, network, chain_id, signer_type, from_address, address_index,
      to_address, token_address, call_data, gas_limit, amount_units, decimals, status, stage, error, shortfall, value_usd_micros, native_price_e8,
      price_at, fee_hold_micros, gas_share_id, gas_share_micros, gas_budget_day, gas_budget_micros, webhook_url, webhook_own_secret, idempotency_key,
      intent_id, reference, reference_fingerprint, metadata, batch_id, declared_function, sweep_rule_id, sweep_trigger, request_id, trace_context, created_at, updated_at, final_at)
    VALUES (
      new_id, new_business_id, new_project_id, active_wallet_id, new_lane_wallet_id, new_type, new_chain_type, new_network, new_chain_id,
      new_signer_type, new_from_address, new_address_index, new_to_address, new_token_address, new_call_data, new_gas_limit, new_amount_units,
      new_decimals, new_status, new_stage, new_error, new_shortfall, new_value_usd_micros, new_native_price_e8, new_price_at, new_fee_hold_micros,
      new_gas_share_id, new_gas_share_micros, new_gas_budget_day, new_gas_budget_micros, new_webhook_url, new_webhook_own_secret, new_idempotency_key,
      new_intent_id, new_reference, new_reference_fingerprint, new_metadata, new_batch_id, new_declared_function, new_sweep_rule_id,
      new_sweep_trigger, new_request_id, new_trace_context, new_created_at, new_updated_at, new_final_at);
  IF claim_key IS NOT NULL THEN
    INSERT INTO idempotency_keys (business_id, project_id, environment, operation, key, fingerprint, resource_id, response_status, response_body, created_at, completed_at)
      VALUES (new_business_id, new_project_id, claim_environment, claim_operation, claim_key, claim_fingerprint, claim_resource_id, claim_response_status, claim_response_body, claim_created_at, claim_completed_at);
  END IF;
  RETURN NULL;
END $$;
