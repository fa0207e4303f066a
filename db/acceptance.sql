-- What accepting an intent writes, in one statement: sets the tenant, holds the gas, opens the wallet's lane, and inserts the transaction with
-- the row of its idempotency key (null without one). Null: accepted. Else nothing is written, and it returns what the balance has for the hold.
-- A wallet that was deactivated, or bound to another project, leaves `wallet_id` null: the insert is refused.
CREATE OR REPLACE FUNCTION accept_transaction(tenant text, accepted jsonb, hold jsonb, claim jsonb) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
  t transactions := jsonb_populate_record(null::transactions, accepted);
  short_of numeric;
BEGIN
  PERFORM set_config('app.business_id', tenant, true);
  IF hold IS NOT NULL THEN
    short_of := post_journals(hold -> 'journals', hold -> 'legs');
    IF short_of IS NOT NULL THEN RETURN short_of; END IF;
  END IF;
  PERFORM 1 FROM lanes WHERE chain_id = t.chain_id AND wallet_id = t.wallet_id;
  IF NOT FOUND THEN
    INSERT INTO lanes (business_id, chain_id, wallet_id, address) VALUES (t.business_id, t.chain_id, t.wallet_id, t.from_address)
      ON CONFLICT DO NOTHING;
  END IF;
  t.wallet_id := (SELECT w.id FROM wallets w WHERE w.id = t.wallet_id AND w.is_active
    AND (w.bound_project_id IS NULL OR w.bound_project_id = t.project_id));
  INSERT INTO transactions (id, business_id, project_id, wallet_id, lane_wallet_id, type, chain_type, network, chain_id, signer_type,
      from_address, address_index, to_address, token_address, call_data, gas_limit, amount_units, decimals, status, stage, error, shortfall,
      value_usd_micros, native_price_e8, price_at, fee_hold_micros, gas_share_id, gas_share_micros, gas_budget_day, gas_budget_micros,
      webhook_url, webhook_own_secret, idempotency_key, request_id, created_at, updated_at, final_at)
    VALUES (t.id, t.business_id, t.project_id, t.wallet_id, t.lane_wallet_id, t.type, t.chain_type, t.network, t.chain_id, t.signer_type,
      t.from_address, t.address_index, t.to_address, t.token_address, t.call_data, t.gas_limit, t.amount_units, t.decimals, t.status, t.stage, t.error, t.shortfall,
      t.value_usd_micros, t.native_price_e8, t.price_at, t.fee_hold_micros, t.gas_share_id, t.gas_share_micros, t.gas_budget_day, t.gas_budget_micros,
      t.webhook_url, t.webhook_own_secret, t.idempotency_key, t.request_id, t.created_at, t.updated_at, t.final_at);
  IF claim IS NOT NULL THEN
    INSERT INTO idempotency_keys SELECT * FROM jsonb_populate_record(null::idempotency_keys, claim);
  END IF;
  RETURN NULL;
END $$;
