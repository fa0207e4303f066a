import { z } from 'zod'
import { usdPriceText } from '@/server/money/amount-text'

/** USD of one whole unit times 10^8, and since when it holds. */
export type Price = { priceE8: bigint; at: Date }

/** What an operator types. */
export const priceForm = z.object({ priceUsd: usdPriceText({ name: 'Price' }) })

export const setFixedPriceInput = priceForm
  .extend({ symbol: z.string().min(1).max(16) })
  .transform(({ symbol, priceUsd }) => ({ symbol, priceE8: priceUsd }))

/** A source as operators see it. A symbol without a source is a native coin of an active chain that nobody gave one. */
export type PriceSourceView = {
  symbol: string
  source: 'fixed' | 'feed' | null
  /** USD of one whole unit; null with `problem` saying why. */
  priceUsd: string | null
  at: string | null
  maxAgeSeconds: number | null
  feed: { chainId: number; chainName: string; address: string } | null
  problem: string | null
}
