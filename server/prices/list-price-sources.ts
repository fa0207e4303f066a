import { asc, eq } from 'drizzle-orm'
import { chains, priceSources } from '@/db/schema'
import type { OperatorCtx } from '@/server/ctx'
import { formatAmount } from '@/server/money/amount'
import type { PriceSourceView } from './contract'
import { type PriceSource, readSource } from './read-source'

/** Every source with what it says now, and the native coins of active chains that have none. */
export async function listPriceSources({ db, now }: OperatorCtx): Promise<PriceSourceView[]> {
  const sources = await db.select().from(priceSources).orderBy(asc(priceSources.symbol))
  const known = await db.select().from(chains).where(eq(chains.isActive, true))
  const names = new Map(known.map(({ chainId, name }) => [chainId, name]))
  const symbols = new Set(sources.map(({ symbol }) => symbol))
  const missing = new Set(known.map(({ nativeSymbol }) => nativeSymbol).filter((symbol) => !symbols.has(symbol)))
  const views = await Promise.all(sources.map((source) => toView(source, names, now())))
  return [...[...missing].map(withoutSource), ...views]
}

async function toView(source: PriceSource, names: Map<number, string>, now: Date): Promise<PriceSourceView> {
  const { price, problem } = await readSource(source, now)
  const { feedChainId, feedAddress } = source
  const isFeed = source.source === 'feed' && feedChainId !== null && feedAddress !== null
  return {
    symbol: source.symbol,
    source: source.source,
    priceUsd: price && formatAmount(price.priceE8, 8),
    at: price?.at.toISOString() ?? null,
    maxAgeSeconds: source.source === 'feed' ? source.maxAgeSeconds : null,
    feed: isFeed
      ? { chainId: feedChainId, chainName: names.get(feedChainId) ?? `Chain ${feedChainId}`, address: feedAddress }
      : null,
    problem,
  }
}

function withoutSource(symbol: string): PriceSourceView {
  const problem = 'No source: where its gas is debited, transfers are refused'
  return { symbol, source: null, priceUsd: null, at: null, maxAgeSeconds: null, feed: null, problem }
}
