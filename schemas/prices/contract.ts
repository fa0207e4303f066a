import { z } from 'zod'
import { addressText } from '@/schemas/addresses/contract'
import { numericId } from '@/schemas/text/contract'
import { usdPriceText } from '@/server/money/amount-text'
import { exactAmount } from '@/server/money/display-amount'

/** USD of one whole unit times 10^8, and the time since which it applies. */
export type Price = { priceE8: bigint; at: Date }

/** The present price of a coin or token. */
export type AssetPrice = Pick<Price, 'priceE8'> & { symbol: string }

/** An operator's input for a fixed price. */
export const priceForm = z.object({ priceUsd: usdPriceText({ name: 'Price' }) })

const symbolRef = z.object({
  symbol: z.string().min(1).max(16).regex(/^\S*$/, 'must be a symbol'),
})
export const setFixedPriceInput = priceForm
  .extend(symbolRef.shape)
  .transform(({ symbol, priceUsd }) => ({ symbol, priceE8: priceUsd }))

export const feedRef = z.object({ feedChainId: numericId, feedAddress: addressText('EVM') })
export type FeedRef = z.output<typeof feedRef>
/** An older answer is not used as a price. */
const maxAgeMinutes = z.int().min(1, 'Enter at least 1').max(2_880, 'Enter at most 2880')
export const setFeedInput = feedRef.extend({ ...symbolRef.shape, maxAgeMinutes })
export type SetFeedInput = z.output<typeof setFeedInput>

/** The present answer of a feed. */
export type FoundFeed = {
  chainName: string
  /** The feed's own description, such as `ETH / USD`; null if it has none. */
  description: string | null
  decimals: number
  priceUsd: string
  at: string
}

const fixedSource = z.object({ kind: z.literal('fixed'), priceUsd: z.string() })
const feedSource = z.object({
  kind: z.literal('feed'),
  ...feedRef.shape,
  chainName: z.string(),
  maxAgeSeconds: z.int(),
  description: z.string().nullable(),
  priceUsd: z.string(),
})
const sourceTerms = z.discriminatedUnion('kind', [fixedSource, feedSource])
type SourceTerms = z.output<typeof sourceTerms>

/** A new source of a symbol's price, as it waits for a second person. */
export const priceChange = symbolRef.extend({
  to: sourceTerms,
  /** The price of the symbol when the change was proposed; null without a price. */
  formerUsd: z.string().nullable(),
})
export type PriceChange = z.output<typeof priceChange>

/** `a feed on Ethereum`, `hand`. */
export function describeSource(source: SourceTerms): string {
  return source.kind === 'feed' ? `a feed on ${source.chainName}` : 'hand'
}

/** The text of the proposed price, with the former price. */
export function describePrice({ to, formerUsd }: Pick<PriceChange, 'to' | 'formerUsd'>): string {
  const before = formerUsd === null ? 'no price' : `${exactAmount(formerUsd, 'USD')} USD`
  const price = `${exactAmount(to.priceUsd, 'USD')} USD, before ${before}`
  if (to.kind === 'fixed') return price
  const { feedAddress, description, maxAgeSeconds } = to
  return `${price}; ${feedAddress}, calls itself ${description ?? 'nothing'}, at most ${maxAgeSeconds / 60} min old`
}

/** A source as operators see it. A symbol without a source is a native coin of an active chain that has none yet. */
export type PriceSourceView = {
  symbol: string
  source: 'fixed' | 'feed' | null
  /** USD of one whole unit; null if `problem` gives the reason. */
  priceUsd: string | null
  at: string | null
  maxAgeSeconds: number | null
  feed: { chainId: number; chainName: string; address: string } | null
  problem: string | null
}
