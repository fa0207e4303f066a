import type { BalanceClaims } from './judge-amount'
import type { Queued } from './load-queue'

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
