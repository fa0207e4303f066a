import type { Chain } from '@/server/chains/registry'
import { inWorker } from '@/server/ctx'
import { raiseGas } from '@/server/engine/raise-gas'
import type { Raised } from '@/server/ledger/raised'
import type { Shortfall } from '@/server/money/contract'
import { formatUsd, usdMicrosUp } from '@/server/money/usd'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { raiseReservation } from '@/server/sponsorship/raise-reservation'
import { sponsoredMicrosOf } from '@/server/sponsorship/sponsored-micros'

type Payer = { id: string; businessId: string; nativePriceE8: bigint | null; gasBudgetMicros: bigint }

/**
 * Sees to it that what is held for a transaction, or reserved where the platform pays, covers this cost, at the rate of its acceptance.
 * Null: it does. Else what the balance or the day's budget lacks, and bytes that may cost so much must not be signed.
 */
export async function coverCost(chain: Chain, payer: Payer, worstUnits: bigint): Promise<Shortfall | null> {
  const { id: transactionId, businessId, nativePriceE8 } = payer
  // The platform's own transactions are held against nobody.
  if (businessId === PLATFORM_BUSINESS_ID) return null
  if (chain.gasPolicy === 'sponsored') {
    const toMicros = sponsoredMicrosOf(chain, worstUnits, nativePriceE8)
    if (toMicros <= payer.gasBudgetMicros) return null
    const raised = await raiseReservation({ businessId, chainId: chain.chainId, transactionId, toMicros })
    return lackOf(raised, toMicros)
  }
  if (nativePriceE8 === null) return null
  const toMicros = usdMicrosUp(worstUnits, chain.nativeDecimals, nativePriceE8)
  return lackOf(await inWorker(({ db }) => raiseGas(db, { businessId, transactionId, toMicros })), toMicros)
}

function lackOf(raised: Raised, toMicros: bigint): Shortfall | null {
  if (raised.isCovered) return null
  return { unit: 'USD', needed: formatUsd(toMicros), available: formatUsd(raised.availableMicros) }
}
