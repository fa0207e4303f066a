import { z } from 'zod'
import { parseAmount } from '@/server/money/amount'

/** USD of one whole unit times 10^8, and since when it holds. */
export type Price = { priceE8: bigint; at: Date }

export const setFixedPriceInput = z.object({
  symbol: z.string().trim().min(1).max(16),
  priceUsd: z
    .string()
    .trim()
    .superRefine((text, issues) => {
      const parsed = parseAmount(text, 8)
      if ('problem' in parsed) issues.addIssue({ code: 'custom', message: `Price ${parsed.problem}` })
    }),
})

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
