import type { Chain } from '@/server/chains/registry'
import { ApiError, MESSAGES } from '@/server/errors'
import type { Quote } from './intent'

type Wanted = { chain: Chain; gasLimit: bigint | null }

/** What an intent costs and is worth now. Throws payment_required, unavailable. */
export async function quoteIntent({ chain, gasLimit }: Wanted): Promise<Quote> {
  if (chain.gasPolicy === 'debited') throw new ApiError('payment_required', MESSAGES.insufficientGas)
  return { gasLimit, feeHoldMicros: 0n, nativePriceE8: null, priceAt: null, valueUsdMicros: null }
}
