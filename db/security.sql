-- Who may touch what. Runs after every migration and may be run again at any time, by an owner that need not be a
-- superuser. Roles: slipway_app (requests and portal; one tenant per transaction), slipway_worker (jobs, sign-in),
-- slipway_operator (operator pages), slipway_signer (the process that signs, where there is one: signer.sql). None of
-- them owns a table, is superuser or bypasses row-level security. In the cluster each name has the database's mark
-- behind it.

REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO slipway_app, slipway_worker, slipway_operator, slipway_signer;
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM slipway_app, slipway_worker, slipway_operator, slipway_signer;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO slipway_worker, slipway_operator;
-- The seed sets the plans' counter behind the rows it brings.
GRANT UPDATE ON SEQUENCE plans_id_seq TO slipway_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO slipway_worker, slipway_operator;

-- Each start compares the newest migration with its own.
GRANT USAGE ON SCHEMA drizzle TO slipway_worker, slipway_signer;
GRANT SELECT ON drizzle.__drizzle_migrations TO slipway_worker, slipway_signer;

-- Reference data the tenant role may read, not change.
GRANT SELECT ON products, plans, chains, rpc_endpoints, chain_tokens, chain_cursors, chain_heads, price_sources, fx_sources, fx_rates, payment_providers,
  businesses TO slipway_app;
-- The statement that takes an address index checks that the database was not set back.
GRANT SELECT (name, beat_at) ON heartbeats TO slipway_app;
GRANT SELECT (cause, created_at, left_at) ON recoveries TO slipway_app;
GRANT SELECT, INSERT, UPDATE ON rate_windows, rate_buckets TO slipway_app;

DO $$
DECLARE t record;
BEGIN
  -- Every table with a business_id is a tenant table.
  FOR t IN
    SELECT c.table_name AS name FROM information_schema.columns c
    JOIN information_schema.tables i USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND c.column_name = 'business_id' AND i.table_type = 'BASE TABLE'
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t.name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t.name);
    EXECUTE format('DROP POLICY IF EXISTS tenant ON %I', t.name);
    EXECUTE format('DROP POLICY IF EXISTS platform ON %I', t.name);
    EXECUTE format('DROP POLICY IF EXISTS owner ON %I', t.name);
    -- Forced row-level security binds an owner that is no superuser too: migrations and definer functions would see
    -- nothing.
    EXECUTE format('CREATE POLICY owner ON %I TO CURRENT_USER USING (true) WITH CHECK (true)', t.name);
    EXECUTE format($policy$CREATE POLICY tenant ON %I TO slipway_app
      USING (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
      WITH CHECK (business_id = nullif(current_setting('app.business_id', true), '')::uuid)$policy$, t.name);
    EXECUTE format('CREATE POLICY platform ON %I TO slipway_worker, slipway_operator, slipway_signer USING (true) WITH CHECK (true)', t.name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO slipway_app', t.name);
  END LOOP;
END $$;

-- A business sees its own row only.
ALTER TABLE businesses ENABLE ROW LEVEL SECURITY;
ALTER TABLE businesses FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON businesses;
DROP POLICY IF EXISTS platform ON businesses;
DROP POLICY IF EXISTS owner ON businesses;
CREATE POLICY owner ON businesses TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY tenant ON businesses TO slipway_app USING (id = nullif(current_setting('app.business_id', true), '')::uuid);
CREATE POLICY platform ON businesses TO slipway_worker, slipway_operator, slipway_signer USING (true) WITH CHECK (true);

-- Seeds: the tenant role adds and reads its own, never changes or drops one.
REVOKE UPDATE, DELETE ON wallet_seeds FROM slipway_app;

-- What the signer reads of a transaction, and what signing changes. It writes nothing else, and no role changes what it
-- signed.
GRANT SELECT ON transactions, transaction_attempts, found_executions, wallets, wallet_seeds, lanes, chains, rpc_endpoints, chain_tokens, chain_cursors, policies, approvals,
  businesses, projects, recoveries, heartbeats, key_canaries, signatures, signing_requests TO slipway_signer;
-- It makes no second seed for a business whose first is to be restored.
GRANT SELECT (business_id, skipped_from) ON wallet_counters TO slipway_signer;
GRANT INSERT ON transaction_attempts, signatures, wallet_seeds, key_canaries TO slipway_signer;
GRANT UPDATE (nonce, sender_address, tx_hash, stage, signed_at, updated_at) ON transactions TO slipway_signer;
GRANT UPDATE (next_nonce, blocked_reason) ON lanes TO slipway_signer;
-- Who locks a row has to hold a right to change it.
GRANT UPDATE (updated_at) ON chain_cursors TO slipway_signer;
GRANT UPDATE (data_key_wrapped, kek_id) ON wallet_seeds TO slipway_signer;
REVOKE INSERT, UPDATE, DELETE ON signatures FROM slipway_app, slipway_worker, slipway_operator;
REVOKE UPDATE, DELETE ON signing_requests FROM slipway_app, slipway_worker, slipway_operator;
-- The signer forgets what is older than anything is kept (server/retention-start.ts), and nothing younger, whatever it
-- is made to do.
GRANT DELETE ON signatures, signing_requests TO slipway_signer;
DROP POLICY IF EXISTS young_stays ON signatures;
CREATE POLICY young_stays ON signatures AS RESTRICTIVE FOR DELETE TO slipway_signer USING (created_at < now() - interval '90 days');
DROP POLICY IF EXISTS young_stays ON signing_requests;
CREATE POLICY young_stays ON signing_requests AS RESTRICTIVE FOR DELETE TO slipway_signer USING (created_at < now() - interval '90 days');

-- A seed is exported by the decisions of two operators and of its owner, whose accounts belong to no tenant.
REVOKE INSERT, UPDATE, DELETE ON seed_exports FROM slipway_app;
REVOKE DELETE ON seed_exports FROM slipway_worker, slipway_operator;

-- What a business may use of sponsored gas, and what it used, the platform alone writes.
REVOKE INSERT, UPDATE, DELETE ON gas_budgets, gas_budget_days, gas_budget_shares, gas_budget_costs FROM slipway_app;

-- Only the followers of chains write what arrived.
REVOKE INSERT, UPDATE, DELETE ON deposits FROM slipway_app;

-- Followers flag deposits. A business decides about those that its own list names.
REVOKE INSERT, DELETE ON deposit_screenings FROM slipway_app;
DROP POLICY IF EXISTS tenant_decides_own ON deposit_screenings;
CREATE POLICY tenant_decides_own ON deposit_screenings AS RESTRICTIVE FOR UPDATE TO slipway_app USING (list = 'BUSINESS');

-- Who blocked an address, and who unblocked it, stays.
REVOKE DELETE ON blocked_addresses FROM slipway_app, slipway_worker, slipway_operator;

-- What sweep rules made, the worker alone ends.
REVOKE UPDATE, DELETE ON sweeps FROM slipway_app;

-- What tokens did on their chains, the index of them alone writes.
REVOKE INSERT, UPDATE, DELETE ON token_events, token_balances, token_supplies, token_payout_lines FROM slipway_app;

-- Only the triggers of a table write the number of rows of its list.
REVOKE INSERT, UPDATE, DELETE ON indexer_log_counts, deposit_counts, payment_counts FROM slipway_app, slipway_worker, slipway_operator;

-- Only the triggers of a payment number its documents.
REVOKE INSERT, UPDATE, DELETE ON payment_documents FROM slipway_app, slipway_worker, slipway_operator;

-- What came in and what goes back, the worker and the operator alone write; a request opens payments and replaces them,
-- and settles none.
REVOKE INSERT, UPDATE, DELETE ON payment_receipts, payment_refunds, subscription_reminders FROM slipway_app;
REVOKE DELETE ON payments, deposit_accounts FROM slipway_app;
DROP POLICY IF EXISTS tenant_never_settles ON payments;
CREATE POLICY tenant_never_settles ON payments AS RESTRICTIVE FOR INSERT TO slipway_app
  WITH CHECK (status IN ('PENDING', 'FAILED') AND received_minor = 0);
DROP POLICY IF EXISTS tenant_settles_none ON payments;
CREATE POLICY tenant_settles_none ON payments AS RESTRICTIVE FOR UPDATE TO slipway_app
  USING (status = 'PENDING') WITH CHECK (status IN ('PENDING', 'FAILED'));

-- What a business is notified of, the worker alone writes; a person says what was read and what is mailed.
REVOKE INSERT, UPDATE, DELETE ON notices FROM slipway_app;

-- What was used, the worker alone counts.
REVOKE INSERT, UPDATE, DELETE ON usage_counts FROM slipway_app;

-- What was priced at a rate names its row.
REVOKE UPDATE, DELETE ON fx_rates FROM slipway_worker, slipway_operator;

-- The audit log only grows.
REVOKE UPDATE, DELETE ON audit_log FROM slipway_app, slipway_worker, slipway_operator;
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_log is append only';
END $$;
DROP TRIGGER IF EXISTS audit_log_append_only ON audit_log;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- The one query of a tenant about foreign rows: does another business hold this wallet? (spec: 403, not 404)
CREATE OR REPLACE FUNCTION wallet_exists_elsewhere(wanted_id uuid, wanted_address text) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT EXISTS (
    SELECT 1 FROM wallets
    WHERE (id = wanted_id OR address = wanted_address)
      AND business_id IS DISTINCT FROM nullif(current_setting('app.business_id', true), '')::uuid
  )
$$;
REVOKE ALL ON FUNCTION wallet_exists_elsewhere(uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION wallet_exists_elsewhere(uuid, text) TO slipway_app;

-- The role of a person in the business of this transaction, locked until its end: memberships belong to no tenant, and
-- a removal waits, as does switching the person's sign-in off. Null once either is done.
CREATE OR REPLACE FUNCTION hold_role(member uuid, business uuid) RETURNS text
  LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public AS $$
  SELECT m.role FROM memberships m JOIN users u ON u.id = m.user_id AND u.is_active
  WHERE m.user_id = member AND m.member_of = business
    AND business = coalesce(nullif(current_setting('app.business_id', true), '')::uuid, business)
  FOR SHARE
$$;
REVOKE ALL ON FUNCTION hold_role(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hold_role(uuid, uuid) TO slipway_app, slipway_worker;

-- Caches of keys, plans, limits or chains learn of a change at once.
CREATE OR REPLACE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('slipway_changed', TG_TABLE_NAME);
  RETURN NULL;
END $$;
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['businesses', 'projects', 'ip_allowlist', 'plans', 'subscriptions', 'chains', 'rpc_endpoints', 'chain_tokens', 'signing_keys', 'policies', 'price_sources', 'gas_budgets', 'recoveries', 'platform_settings'] LOOP
    EXECUTE format('DROP TRIGGER IF EXISTS announce ON %I', name);
    EXECUTE format('CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH STATEMENT EXECUTE FUNCTION announce_change()', name);
  END LOOP;
END $$;
DROP TRIGGER IF EXISTS announce ON api_keys;
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE OF expires_at, revoked_at ON api_keys
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change();
