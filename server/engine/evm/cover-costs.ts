import type { Chain } from '@/server/chains/registry'
import { inWorker } from '@/server/ctx'
import { raiseGas } from '@/server/engine/gas-holds'
import type { Shortfall } from '@/server/money/shortfall'
import { formatUsd, usdMicrosUp } from '@/server/money/usd'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { raiseReservations } from '@/server/sponsorship/raise-reservations'
import { sponsoredMicrosOf } from '@/server/sponsorship/sponsored-micros'

/** The transaction whose hold or reservation pays. */
export type Payer = { id: string; businessId: string; nativePriceE8: bigint | null; gasBudgetMicros: bigint }

/** A transaction, and what its hold or its reservation has to cover, in native units. */
type Cover = { payer: Payer; worstUnits: bigint }

/**
 * Raises the hold of each transaction, or its reservation if the platform pays, until it covers the cost at the rate of
 * its acceptance. Judges each transaction separately and in the given order. Returns the shortfalls, in the balance or
 * the day's budget, of those that are not covered: never sign these.
 */
export async function coverCosts(chain: Chain, covers: readonly Cover[]): Promise<ReadonlyMap<Cover, Shortfall>> {
  const raises = covers.flatMap((cover) => {
    const toMicros = microsToCover(chain, cover)
    const { id: transactionId, businessId } = cover.payer
    return toMicros === null ? [] : [{ cover, businessId, transactionId, toMicros }]
  })
  if (raises.length === 0) return new Map()
  const raised =
    chain.gasPolicy === 'sponsored'
      ? await raiseReservations(chain.chainId, raises)
      : await inWorker(({ db }) => raiseGas(db, raises))
  return new Map(
    raises.flatMap(({ cover, toMicros }, position) => {
      const outcome = raised[position]
      if (!outcome) throw new Error('a raise was not answered')
      if (outcome.isCovered) return []
      const lacking = {
        unit: 'USD',
        needed: formatUsd(toMicros),
        available: formatUsd(outcome.availableMicros),
      } as const
      return [[cover, lacking] as const]
    }),
  )
}

/** Null where nothing has to be raised. */
function microsToCover(chain: Chain, { payer, worstUnits }: Cover): bigint | null {
  const { businessId, nativePriceE8, gasBudgetMicros } = payer
  // The platform's own transactions need no hold.
  if (businessId === PLATFORM_BUSINESS_ID) return null
  if (chain.gasPolicy === 'sponsored') {
    const toMicros = sponsoredMicrosOf(chain, worstUnits, nativePriceE8)
    return toMicros <= gasBudgetMicros ? null : toMicros
  }
  return nativePriceE8 === null ? null : usdMicrosUp(worstUnits, chain.nativeDecimals, nativePriceE8)
}
