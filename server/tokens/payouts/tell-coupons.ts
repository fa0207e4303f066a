import type { Database } from '@/db/client'
import type { PayoutRow, TokenRow } from '@/server/tokens/operations/plan'
import { type Telling, tellProjects } from '@/server/webhooks/destinations/tell-projects'
import { toCoupon } from './to-coupon'

export type CouponEvent = { kind: `token.coupon.${'recorded' | 'funded' | 'paid' | 'defaulted'}`; payout: PayoutRow }

/**
 * Puts what became of coupons into the outbox. Call it in the transaction that changes them. Returns how many messages were put; the caller wakes the
 * dispatcher once that is committed.
 */
export async function tellCoupons(
  db: Database,
  token: TokenRow,
  told: readonly CouponEvent[],
  now: Date,
): Promise<number> {
  const { businessId, projectId, id: tokenId } = token
  const tellings = told.map(({ kind, payout }): Telling => {
    const data = toCouponData(payout, token)
    const body = () => JSON.stringify({ type: kind, timestamp: now.toISOString(), data })
    return { businessId, projectId, kind, source: 'token', sourceId: payout.id, body, orderKey: `token ${tokenId}` }
  })
  return tellings.length === 0 ? 0 : tellProjects(db, tellings, now)
}

/** A coupon as webhooks tell of it. */
export function toCouponData(payout: PayoutRow, token: Pick<TokenRow, 'id' | 'decimals' | 'paymentDecimals'>) {
  return { ...toCoupon(payout, token), tokenId: token.id }
}
