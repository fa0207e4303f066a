import { eq } from 'drizzle-orm'
import { chains, chainTokens, priceSources } from '@/db/schema'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { formatAmount } from '@/server/money/amount'

/**
 * Sets the price of a symbol that has a fixed one, or of a coin or token of ours that has no source yet; audited with the former price.
 * Throws failed for a symbol a feed prices, not_found for one that no chain has.
 */
export async function setFixedPrice(
  ctx: OperatorCtx,
  { symbol, priceE8 }: { symbol: string; priceE8: bigint },
): Promise<void> {
  const [source] = await ctx.db.select().from(priceSources).where(eq(priceSources.symbol, symbol)).for('update')
  if (source?.source === 'feed') throw new ApiError('failed', `${symbol} is priced by a feed`)
  if (!source && !(await isOurs(ctx, symbol))) throw notFound('Symbol')
  const fixed = { source: 'fixed', fixedE8: priceE8 } as const
  await ctx.db
    .insert(priceSources)
    .values({ symbol, ...fixed })
    .onConflictDoUpdate({ target: priceSources.symbol, set: { ...fixed, updatedAt: ctx.now() } })
  const former = source?.fixedE8 == null ? null : formatAmount(source.fixedE8, 8)
  await appendPlatformAudit(ctx, {
    action: 'price.set',
    target: symbol,
    detail: { priceUsd: formatAmount(priceE8, 8), former },
  })
}

async function isOurs({ db }: OperatorCtx, symbol: string): Promise<boolean> {
  const native = await db.select().from(chains).where(eq(chains.nativeSymbol, symbol)).limit(1)
  if (native.length > 0) return true
  return (await db.select().from(chainTokens).where(eq(chainTokens.symbol, symbol)).limit(1)).length > 0
}
