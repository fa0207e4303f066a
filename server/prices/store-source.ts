import { eq } from 'drizzle-orm'
import { chains, chainTokens, priceSources } from '@/db/schema'
import type { PriceChange } from '@/schemas/prices/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { formatAmount, parseUnits } from '@/server/money/amount'

type Row = typeof priceSources.$inferSelect

/**
 * Prices a symbol from another source from now on; audited with the former one. Throws not_found for a symbol that no
 * chain has.
 */
export async function storeSource(ctx: OperatorCtx, { symbol, to }: PriceChange): Promise<void> {
  await requireKnownSymbol(ctx, symbol)
  const [former] = await ctx.db.select().from(priceSources).where(eq(priceSources.symbol, symbol)).for('update')
  const row = toRow(to)
  await ctx.db
    .insert(priceSources)
    .values({ symbol, ...row })
    .onConflictDoUpdate({ target: priceSources.symbol, set: { ...row, updatedAt: ctx.now() } })
  await appendPlatformAudit(ctx, {
    action: 'price.set',
    target: symbol,
    detail: { ...to, former: former ? toTerms(former) : null },
  })
}

/** Throws not_found for a symbol that has no source and is not a known coin or token. */
export async function requireKnownSymbol({ db }: OperatorCtx, symbol: string): Promise<void> {
  const found = await Promise.all([
    db.select({ symbol: priceSources.symbol }).from(priceSources).where(eq(priceSources.symbol, symbol)).limit(1),
    db.select({ symbol: chains.nativeSymbol }).from(chains).where(eq(chains.nativeSymbol, symbol)).limit(1),
    db.select({ symbol: chainTokens.symbol }).from(chainTokens).where(eq(chainTokens.symbol, symbol)).limit(1),
  ])
  if (found.flat().length === 0) throw notFound('Symbol')
}

function toRow(to: PriceChange['to']) {
  if (to.kind === 'feed') {
    const { feedChainId, feedAddress, maxAgeSeconds } = to
    return { source: 'feed', fixedE8: null, feedChainId, feedAddress, maxAgeSeconds } as const
  }
  const parsed = parseUnits(to.priceUsd, 8)
  if ('problem' in parsed) throw new TypeError(`a proposed price ${parsed.problem}`)
  return { source: 'fixed', fixedE8: parsed.units, feedChainId: null, feedAddress: null } as const
}

function toTerms({ source, fixedE8, feedChainId, feedAddress }: Row) {
  if (source === 'feed') return { kind: source, feedChainId, feedAddress }
  return { kind: source, priceUsd: fixedE8 === null ? null : formatAmount(fixedE8, 8) }
}
