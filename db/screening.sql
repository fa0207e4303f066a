-- What is blocked: the one place that says so, for requests, engines and the signer. The entries of the business, or of
-- the platform (server/platform-business.ts), that block an address for a business. A tenant asks for itself alone. It
-- runs with the rights of its caller and without settings, so that Postgres writes it into the statement that asks.
-- The functions below may read the platform's list for a tenant.
CREATE OR REPLACE FUNCTION entries_blocking(business uuid, wanted text)
  RETURNS TABLE (entry_id uuid, entry_business_id uuid) LANGUAGE sql STABLE AS $$
  SELECT b.id, b.business_id
  FROM public.blocked_addresses b
  WHERE (CASE WHEN b.address LIKE '0x%' THEN lower(b.address) ELSE b.address END) =
      CASE WHEN wanted LIKE '0x%' THEN lower(wanted) ELSE wanted END
    AND b.business_id IN (business, '0193a000-0000-7000-8000-0000000000ff') AND b.removed_at IS NULL
    AND business = coalesce(nullif(current_setting('app.business_id', true), '')::uuid, business)
$$;
REVOKE ALL ON FUNCTION entries_blocking(uuid, text) FROM PUBLIC;

-- The addresses among these (a JSON list) that an entry blocks, with the entries.
CREATE OR REPLACE FUNCTION blocking_entries(business uuid, addresses jsonb)
  RETURNS TABLE (address text, entry_id uuid, entry_business_id uuid) LANGUAGE sql STABLE AS $$
  SELECT wanted, e.entry_id, e.entry_business_id
  FROM jsonb_array_elements_text(addresses) wanted CROSS JOIN LATERAL public.entries_blocking(business, wanted) e
$$;
REVOKE ALL ON FUNCTION blocking_entries(uuid, jsonb) FROM PUBLIC;

-- The blocked addresses among these, with their entries. A tenant sees nothing else of the platform's list.
CREATE OR REPLACE FUNCTION blocked_among(business uuid, addresses text[])
  RETURNS TABLE (address text, entry_id uuid, entry_business_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT * FROM blocking_entries(business, to_jsonb(addresses))
$$;
REVOKE ALL ON FUNCTION blocked_among(uuid, text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION blocked_among(uuid, text[]) TO slipway_app, slipway_worker, slipway_operator, slipway_signer;

-- Whether any is: asked at each acceptance. Its plan is made once a session. One after the other: most acceptances name
-- one address, and a list would be read as a table.
CREATE OR REPLACE FUNCTION is_any_blocked(business uuid, addresses jsonb) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public AS $$
BEGIN
  FOR n IN 0..coalesce(jsonb_array_length(addresses), 0) - 1 LOOP
    IF EXISTS (SELECT FROM entries_blocking(business, addresses ->> n)) THEN RETURN true; END IF;
  END LOOP;
  RETURN false;
END $$;
REVOKE ALL ON FUNCTION is_any_blocked(uuid, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_any_blocked(uuid, jsonb) TO slipway_app, slipway_worker, slipway_operator, slipway_signer;

-- The addresses that an operation of a token gives something to by one of its transactions, or takes it from to burn or
-- move it. On Solana the calls name accounts of the token, not their owners. Lines that were left out have ended.
CREATE OR REPLACE FUNCTION token_recipients(transaction uuid)
  RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  WITH asked AS (
    SELECT s.operation_id, s.first_line, s.line_count, o.detail FROM token_steps s JOIN token_operations o ON o.id = s.operation_id
    WHERE s.transaction_id = transaction AND s.business_id = coalesce(nullif(current_setting('app.business_id', true), '')::uuid, s.business_id)
      AND o.kind NOT IN ('DEPLOY', 'REMOVE', 'PAUSE', 'UNPAUSE') AND NOT (o.kind = 'FREEZE' AND coalesce(o.detail ->> 'frozen', '') = 'true')
  )
  SELECT i.address FROM asked a JOIN token_items i ON i.operation_id = a.operation_id AND i.status = 'PENDING'
    AND i.line BETWEEN a.first_line AND a.first_line + a.line_count - 1
  UNION ALL
  SELECT named FROM asked a, LATERAL (VALUES (a.detail ->> 'to'), (a.detail ->> 'from'), (a.detail ->> 'address')) v(named) WHERE named IS NOT NULL
$$;
REVOKE ALL ON FUNCTION token_recipients(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION token_recipients(uuid) TO slipway_app, slipway_worker, slipway_operator, slipway_signer;

-- The transactions that name a blocked address, with such an address. `asked`: [{id, business_id, address}]. `tokens`:
-- [{id, business_id}] of the operations of tokens whose recipients are not in `asked`. One call for all of them, whose
-- plan is made once a session. The limit keeps Postgres from reading the whole list for a few addresses.
CREATE OR REPLACE FUNCTION blocked_transactions(asked jsonb, tokens jsonb) RETURNS TABLE (transaction_id uuid, blocked_address text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public AS $$
BEGIN
  RETURN QUERY
    SELECT a.id, a.address FROM jsonb_to_recordset(asked) AS a(id uuid, business_id uuid, address text)
    CROSS JOIN LATERAL (SELECT FROM entries_blocking(a.business_id, a.address) LIMIT 1) e;
  IF jsonb_array_length(tokens) = 0 THEN RETURN; END IF;
  RETURN QUERY
    SELECT t.id, named FROM jsonb_to_recordset(tokens) AS t(id uuid, business_id uuid)
    CROSS JOIN LATERAL token_recipients(t.id) named
    CROSS JOIN LATERAL (SELECT FROM entries_blocking(t.business_id, named) LIMIT 1) e;
END $$;
REVOKE ALL ON FUNCTION blocked_transactions(jsonb, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION blocked_transactions(jsonb, jsonb) TO slipway_app, slipway_worker, slipway_operator, slipway_signer;
