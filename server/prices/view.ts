import type { FoundFeed, Price, PriceSourceView } from '@/schemas/prices/contract'
import { formatAmount } from '@/server/money/amount'
import type { FeedAnswer } from './read-feed'
import type { PriceSource } from './read-source'

type Reading = {
  price: Price | null
  problem: string | null
  /** The name of the chain that its feed is on. */
  chainName: string | undefined
}

export function toPriceSource(row: PriceSource, { price, problem, chainName }: Reading): PriceSourceView {
  const { feedChainId, feedAddress } = row
  const isFeed = row.source === 'feed' && feedChainId !== null && feedAddress !== null
  return {
    symbol: row.symbol,
    source: row.source,
    priceUsd: price && formatAmount(price.priceE8, 8),
    at: price?.at.toISOString() ?? null,
    maxAgeSeconds: row.source === 'feed' ? row.maxAgeSeconds : null,
    feed: isFeed
      ? { chainId: feedChainId, chainName: chainName ?? `Chain ${feedChainId}`, address: feedAddress }
      : null,
    problem,
  }
}

export function toFoundFeed({ priceE8, at, decimals, description }: FeedAnswer, chainName: string): FoundFeed {
  return { chainName, description, decimals, priceUsd: formatAmount(priceE8, 8), at: at.toISOString() }
}

/** A native coin without a source. */
export function toUnpricedCoin(symbol: string): PriceSourceView {
  const problem = 'No source: where its gas is debited, transfers are refused'
  return { symbol, source: null, priceUsd: null, at: null, maxAgeSeconds: null, feed: null, problem }
}
