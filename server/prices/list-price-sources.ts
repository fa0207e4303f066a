import { asc, eq } from 'drizzle-orm'
import { chains, priceSources } from '@/db/schema'
import type { PriceSourceView } from '@/schemas/prices/contract'
import type { OperatorCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { readSource } from './read-source'
import { toPriceSource, toUnpricedCoin } from './view'

/** Every source with its current price, and the native coins of active chains without a source. */
export async function listPriceSources({ db, now }: OperatorCtx): Promise<Rows<PriceSourceView>> {
  const sources = await db.select().from(priceSources).orderBy(asc(priceSources.symbol))
  const rows = await db
    .select({ chainId: chains.chainId, name: chains.name, nativeSymbol: chains.nativeSymbol })
    .from(chains)
    .where(eq(chains.isActive, true))
  const names = new Map(rows.map(({ chainId, name }) => [chainId, name]))
  const symbols = new Set(sources.map(({ symbol }) => symbol))
  const missing = new Set(rows.map(({ nativeSymbol }) => nativeSymbol).filter((symbol) => !symbols.has(symbol)))
  const views = await Promise.all(
    sources.map(async (source) => {
      const chainName = names.get(source.feedChainId ?? 0)
      return toPriceSource(source, { ...(await readSource(source, now())), chainName })
    }),
  )
  return { items: [...[...missing].map(toUnpricedCoin), ...views] }
}
