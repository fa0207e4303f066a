import type { Claims } from './judge-amount'
import type { Queued } from './load-queue'

/** What a sweep moves is judged by this where there is nothing for it: as for any amount, it waits, or is short. */
const LEAST_UNITS = 1n

type Standing = {
  /** At the newest block. */
  balanceUnits: bigint
  claims: Claims
  /** What its gas leaves of the balance that pays both; null where something else pays the gas. */
  gasUnits: bigint | null
}

/**
 * What a sweep moves: all that its owner may move of the asset now, less its gas where that comes out of it, and never
 * more than was accepted. Pure.
 */
export function sweptUnits(
  { amountUnits }: Pick<Queued, 'amountUnits'>,
  { balanceUnits, claims, gasUnits }: Standing,
): bigint {
  const bounds = [amountUnits, balanceUnits - claims.claimedUnits, ...(gasUnits === null ? [] : [gasUnits])]
  const most = bounds.reduce((least, bound) => (bound < least ? bound : least))
  return most > LEAST_UNITS ? most : LEAST_UNITS
}
