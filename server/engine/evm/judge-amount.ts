import type { Queued } from './load-queue'

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

/** The amount of a sweep whose wallet is empty. Like any amount, it then waits or is short. */
const LEAST_UNITS = 1n

type Standing = {
  /** The balance at the newest block. */
  balanceUnits: bigint
  claims: BalanceClaims
  /** The part of a shared balance that is left after its gas; null where the gas is paid from elsewhere. */
  gasUnits: bigint | null
}

/**
 * The amount of a sweep: everything that its owner may move of the asset now, less its gas where the same balance pays
 * it. It is never more than was accepted. Pure.
 */
export function sweepableUnits(
  { amountUnits }: Pick<Queued, 'amountUnits'>,
  { balanceUnits, claims, gasUnits }: Standing,
): bigint {
  const bounds = [amountUnits, balanceUnits - claims.claimedUnits, ...(gasUnits === null ? [] : [gasUnits])]
  const most = bounds.reduce((least, bound) => (bound < least ? bound : least))
  return most > LEAST_UNITS ? most : LEAST_UNITS
}
