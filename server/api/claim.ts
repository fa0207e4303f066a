/** An idempotency key, the operation it belongs to and what was asked under it. */
export type Claim = { operation: string; key: string; fingerprint: string }
