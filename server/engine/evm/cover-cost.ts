import { PLATFORM_BUSINESS_ID } from '@/server/businesses/platform-business'
import type { Chain } from '@/server/chains/registry'
import { inWorker } from '@/server/ctx'
import { raiseHold } from '@/server/ledger/raise-hold'
import { usdMicrosUp } from '@/server/money/usd'
import { raiseReservation } from '@/server/sponsorship/raise-reservation'
import { sponsoredMicrosOf } from '@/server/sponsorship/sponsored-micros'

type Payer = { id: string; businessId: string; nativePriceE8: bigint | null; gasBudgetMicros: bigint }

/**
 * Sees to it that what is held for a transaction, or reserved where the platform pays, covers this cost, at the rate of its acceptance.
 * False: the balance or the day's budget is short, and bytes that may cost so much must not be signed.
 */
export async function coverCost(chain: Chain, payer: Payer, worstUnits: bigint): Promise<boolean> {
  const { id: transactionId, businessId, nativePriceE8 } = payer
  // The platform's own transactions are held against nobody.
  if (businessId === PLATFORM_BUSINESS_ID) return true
  if (chain.gasPolicy === 'sponsored') {
    const toMicros = sponsoredMicrosOf(chain, worstUnits, nativePriceE8)
    if (toMicros <= payer.gasBudgetMicros) return true
    return raiseReservation({ businessId, chainId: chain.chainId, transactionId, toMicros })
  }
  if (nativePriceE8 === null) return true
  const toMicros = usdMicrosUp(worstUnits, chain.nativeDecimals, nativePriceE8)
  return inWorker(({ db }) => raiseHold(db, { businessId, transactionId, toMicros }))
}
