/**
 * The error of a transaction whose idempotency key the chain knows from another call, which the restored database does
 * not have.
 */
export const KEY_WAS_USED =
  'Its Idempotency-Key was used for another transaction before; nothing was moved for this one'
