/**
 * The meaning of a node's answer to a raw send. `accepted`: the transaction is in the pool or mined. `consumed`: its
 * nonce is mined, by this transaction or another. `insufficient_funds`: the wallet cannot pay. `underpriced`: refused
 * for its fees, for now. `rejected`: no node accepts these bytes. `unknown`: it may be in a pool, and counts as sent.
 */
export type SendOutcome = 'accepted' | 'consumed' | 'insufficient_funds' | 'underpriced' | 'rejected' | 'unknown'

/**
 * The first match wins; the samples of its test have every wording. Errors about the node itself are not listed,
 * because they say nothing about the other nodes. Examples are another chain, an unknown type, bytes it cannot read, a
 * full pool, and a nonce it finds too high.
 */
const TABLE: readonly (readonly [RegExp, SendOutcome])[] = [
  // A provider's own refusal first: it may speak of balances and limits too.
  [
    /rate.?limit|too many requests|request limit|request rate|compute units|per second capacity|quota|credits?\b|payment required|upgrade (your|to)/i,
    'unknown',
  ],
  [
    /already ?known|known transaction|already in the system|already imported|ALREADY_EXISTS|existing txn? with same hash|already in (the )?(mem)?pool|transaction already exists/i,
    'accepted',
  ],
  // An authority is a wallet that delegates, not the one that sends.
  [/(?<!authority )nonce (is )?too low|nonce too small|old ?nonce|nonce has already been used/i, 'consumed'],
  [
    /underpriced|insufficient gas price to replace|could not replace existing tx|gas price (supplied )?(is )?(too low|below)|fee ?too ?low|replacement ?not ?allowed|max fee per gas less than block base fee|feecap \d+ below chain minimum/i,
    'underpriced',
  ],
  [
    /insufficient ?funds|insufficient balance for (gas|transfer)|not enough balance to cover|(doesn't|does not) have enough funds|upfront cost exceeds account balance|overdraws from account/i,
    'insufficient_funds',
  ],
  [
    /intrinsic ?gas too low|intrinsic gas exceeds gas limit|^(\w+: )?IntrinsicGas$|exceeds (the )?block('s)? gas limit|gas limit is too high|gas limit is greater than the block gas limit|max initcode size|initcode too large|oversized data|input data too large|gas ?uint(64)? ?overflow|max priority fee per gas (higher than|exceeds) max fee per gas|tip above (max )?fee/i,
    'rejected',
  ],
]

/** Sorts a node's error message; whatever the table does not know is `unknown`, never a failure. */
export function classifySendError(message: string): SendOutcome {
  return TABLE.find(([pattern]) => pattern.test(message))?.[1] ?? 'unknown'
}
