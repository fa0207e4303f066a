/** The parts of a balance that are not free, and what may still change it. In units of one asset. */
export type Claims = {
  /** Not the owner's to move: what is on the way out already, and of native coins what is the platform's. */
  claimedUnits: bigint
  /** What is still to come in, should all of it be the owner's. */
  comingUnits: bigint
  /** Something of the owner is out and in no block. */
  isMoving: boolean
  /** A block that is not final yet decides what of the balance is whose. */
  isSettling: boolean
  /** The balance is older than what is known of the wallet: it says nothing. */
  isStale: boolean
}

/**
 * Whether an owner can move an amount out of a balance: `covered`, `waits` for what ends without help, or `short`,
 * which nothing in flight can change. Pure: planning and proving call it with the same claims, so that an unsent
 * transaction is either waiting or provably short.
 */
export function judgeAmount(amountUnits: bigint, balanceUnits: bigint, claims: Claims): 'covered' | 'waits' | 'short' {
  const { claimedUnits, comingUnits, isMoving, isSettling, isStale } = claims
  if (amountUnits === 0n) return 'covered'
  if (!isStale && amountUnits <= balanceUnits - claimedUnits) return 'covered'
  if (isStale || isMoving) return 'waits'
  return isSettling && amountUnits <= balanceUnits + comingUnits ? 'waits' : 'short'
}
