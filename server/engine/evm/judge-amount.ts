/** What of a balance somebody may not count on, and what may still change it. In units of one asset. */
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
 * Whether an owner can move an amount out of a balance: `covered`, `waits` for what ends by itself, or `short`, which
 * nothing on the way can change. Pure: planning and proving ask it with the same claims, so that what is not sent is
 * either waiting or provably short.
 */
export function judgeAmount(amountUnits: bigint, balanceUnits: bigint, claims: Claims): 'covered' | 'waits' | 'short' {
  const { claimedUnits, comingUnits, isMoving, isSettling, isStale } = claims
  if (amountUnits === 0n) return 'covered'
  if (!isStale && amountUnits <= balanceUnits - claimedUnits) return 'covered'
  if (isStale || isMoving) return 'waits'
  return isSettling && amountUnits <= balanceUnits + comingUnits ? 'waits' : 'short'
}
