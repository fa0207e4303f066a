/**
 * The error of a record whose key asked the chain for something else before, which the record's own database has
 * forgotten.
 */
export const KEY_WAS_USED =
  'Its Idempotency-Key was used for another transaction before; nothing was moved for this one'
