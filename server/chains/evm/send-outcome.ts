/**
 * What a node's words on a raw send mean for the transaction.
 * `accepted`: it is in the pool or mined. `consumed`: its nonce is mined, by it or by another. `starved`: the wallet cannot pay.
 * `rejected`: no node keeps these bytes. `unknown`: it may be out; counts as sent.
 */
export type SendOutcome = 'accepted' | 'consumed' | 'starved' | 'underpriced' | 'rejected' | 'unknown'

/** First match wins. Wording of geth, erigon, nethermind, reth, besu, op-geth, nitro, bsc and anvil. */
const TABLE: readonly (readonly [RegExp, SendOutcome])[] = [
  [
    /already ?known|known transaction|already imported|ALREADY_EXISTS|already in (the )?(mem)?pool|transaction already exists/i,
    'accepted',
  ],
  [
    /nonce (is )?too low|nonce too small|old ?nonce|OldNonce|invalid nonce.*expected|nonce has already been used/i,
    'consumed',
  ],
  [
    /replacement transaction underpriced|transaction underpriced|underpriced|gas price too low|FeeTooLow|max fee per gas less than block base fee/i,
    'underpriced',
  ],
  [
    /insufficient funds|insufficient balance|InsufficientFunds|sender doesn't have enough funds|not enough funds/i,
    'starved',
  ],
  [
    /intrinsic gas too low|exceeds block gas limit|gas limit reached|gas limit is too high|max initcode size|oversized data|invalid sender|invalid signature|invalid chain ?id|chain id mismatch|rlp|typed transaction too short|tip (above|higher than) (max )?fee|priority fee .*higher|transaction type not supported/i,
    'rejected',
  ],
]

/** Sorts a node's error message; whatever the table does not know is `unknown`, never a failure. */
export function classifySendError(message: string): SendOutcome {
  return TABLE.find(([pattern]) => pattern.test(message))?.[1] ?? 'unknown'
}
