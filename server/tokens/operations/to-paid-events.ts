import { eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { tokenPayouts, tokens } from '@/db/schema'
import { type CouponEvent, toCouponData } from '../payouts/tell-coupons'
import type { OperationRow } from './plan'

type PaidEvent = { row: OperationRow; kind: CouponEvent['kind']; data: ReturnType<typeof toCouponData> }

/**
 * What the URLs of requests that paid a coupon are told: the coupon as it is by now. It is only funded where some holders are still to be paid, as those
 * of Solana who are frozen.
 */
export async function toPaidEvents(db: Database, rows: readonly OperationRow[]): Promise<PaidEvent[]> {
  const asked = rows.filter(
    ({ kind, status, webhookUrl }) => kind === 'PAY_COUPON' && status === 'COMPLETED' && webhookUrl,
  )
  const ids = asked.flatMap(({ payoutId }) => payoutId ?? [])
  if (ids.length === 0) return []
  const found = await db
    .select({ payout: tokenPayouts, token: tokens })
    .from(tokenPayouts)
    .innerJoin(tokens, eq(tokens.id, tokenPayouts.tokenId))
    .where(inArray(tokenPayouts.id, ids))
  const byId = new Map(found.map((one) => [one.payout.id, one]))
  return asked.flatMap((row) => {
    const one = byId.get(row.payoutId ?? '')
    if (!one) return []
    const kind = one.payout.status === 'PAID' ? ('token.coupon.paid' as const) : ('token.coupon.funded' as const)
    return [{ row, kind, data: toCouponData(one.payout, one.token) }]
  })
}
