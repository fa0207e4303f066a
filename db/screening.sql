-- What is blocked: the one place that says so, for requests, engines and the signer. Which of these addresses an entry of the business, or of the
-- platform (server/platform-business.ts), blocks for a business. A tenant asks for itself alone, and is told no more of the platform's list.
CREATE OR REPLACE FUNCTION blocked_among(business uuid, addresses text[])
  RETURNS TABLE (address text, entry_id uuid, entry_business_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT wanted, b.id, b.business_id
  FROM unnest(addresses) wanted
  JOIN blocked_addresses b ON (CASE WHEN b.address LIKE '0x%' THEN lower(b.address) ELSE b.address END) =
      CASE WHEN wanted LIKE '0x%' THEN lower(wanted) ELSE wanted END
    AND b.business_id IN (business, '0193a000-0000-7000-8000-0000000000ff') AND b.removed_at IS NULL
  WHERE business = coalesce(nullif(current_setting('app.business_id', true), '')::uuid, business)
$$;
REVOKE ALL ON FUNCTION blocked_among(uuid, text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION blocked_among(uuid, text[]) TO slipway_app, slipway_worker, slipway_operator, slipway_signer;
