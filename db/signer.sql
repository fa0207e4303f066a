-- With a separate signer (SIGNER_SECRET): no other role reads or writes a seed.
REVOKE ALL ON wallet_seeds FROM slipway_app, slipway_worker, slipway_operator;
