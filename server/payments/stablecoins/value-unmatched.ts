import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { depositTokens, paymentArrivals } from '@/db/schema'
import { koboAtLastRate } from '@/server/fx/kobo-at-last-rate'
import { rescaleDown } from '@/server/money/fx'
import { IS_UNMATCHED } from './read-unmatched-deposits'

const MICRO_DECIMALS = 6
const KOBO_DECIMALS = 2

/** Kobo of the unmatched deposits in tokens that payments accept, at the last rate. Other coins have no value here. */
export async function valueUnmatched(ctx: { db: Database }): Promise<bigint> {
  const { peg, decimals, chainId, tokenAddress } = depositTokens
  const rows = await ctx.db
    .select({ peg, decimals, units: sql<string>`sum(${paymentArrivals.units})` })
    .from(paymentArrivals)
    .innerJoin(depositTokens, and(eq(chainId, paymentArrivals.chainId), eq(tokenAddress, paymentArrivals.tokenAddress)))
    .where(IS_UNMATCHED)
    .groupBy(peg, decimals)
  const sumOf = (currency: 'USD' | 'NGN', to: number) =>
    rows
      .filter((row) => row.peg === currency)
      .reduce((sum, row) => sum + rescaleDown(BigInt(row.units), { from: row.decimals, to }), 0n)
  const kobo = await koboAtLastRate(ctx, sumOf('USD', MICRO_DECIMALS))
  return (kobo ?? 0n) + sumOf('NGN', KOBO_DECIMALS)
}
