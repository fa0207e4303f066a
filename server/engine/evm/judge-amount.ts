/** The parts of a balance that are not free, and what may still change it. In units of one asset. */
export type BalanceClaims = {
  /** Units that may not be moved: what is in flight already, the platform's coins, and what a sweep has to leave. */
  claimedUnits: bigint
  /** Units that may still arrive, if all of them are the owner's. */
  comingUnits: bigint
  /** A transaction of the owner is sent and in no block. */
  isMoving: boolean
  /** A block that is not final yet decides which part of the balance is the owner's. */
  isSettling: boolean
  /** The balance is older than the known state of the wallet and proves nothing. */
  isStale: boolean
}

/**
 * Whether an owner can move an amount out of a balance: `covered`, `waits` for what ends without help, or `short`,
 * which nothing in flight can change. Pure: planning and proving call it with the same claims, so that an unsent
 * transaction is either waiting or provably short.
 */
export function judgeAmount(
  amountUnits: bigint,
  balanceUnits: bigint,
  claims: BalanceClaims,
): 'covered' | 'waits' | 'short' {
  const { claimedUnits, comingUnits, isMoving, isSettling, isStale } = claims
  if (amountUnits === 0n) return 'covered'
  if (!isStale && amountUnits <= balanceUnits - claimedUnits) return 'covered'
  if (isStale || isMoving) return 'waits'
  return isSettling && amountUnits <= balanceUnits + comingUnits ? 'waits' : 'short'
}
