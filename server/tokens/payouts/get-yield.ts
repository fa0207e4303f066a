import { and, asc, eq, gt } from 'drizzle-orm'
import { tokenPayouts } from '@/db/schema'
import type { YieldView } from '@/schemas/tokens/payouts/contract'
import type { ProjectCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { requireToken } from '@/server/tokens/require-token'
import { toYieldParams } from '@/server/tokens/view'
import { toCoupon } from './to-coupon'

/** The coupons of a token and their dates. Throws not_found, also for a token without coupons. */
export async function getYield(ctx: ProjectCtx, tokenId: string): Promise<YieldView> {
  const token = await requireToken(ctx, tokenId)
  if (token.yieldParams === null) throw refusal('coupon_not_found', { message: 'The token pays no coupons' })
  const rows = await ctx.db
    .select()
    .from(tokenPayouts)
    .where(
      and(eq(tokenPayouts.businessId, ctx.businessId), eq(tokenPayouts.tokenId, tokenId), gt(tokenPayouts.index, 0)),
    )
    .orderBy(asc(tokenPayouts.index))
  const coupons = rows.map((row) => toCoupon(row, token))
  const next = coupons.find(({ status }) => status !== 'PAID' && status !== 'CANCELED')
  return { yieldParams: toYieldParams(token.yieldParams), coupons, nextPayDate: next?.payDate ?? null }
}
