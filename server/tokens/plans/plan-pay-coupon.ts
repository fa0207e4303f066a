import { and, eq } from 'drizzle-orm'
import { tokenOperations, tokenPayouts } from '@/db/schema'
import { inTenantReading, type Tenant, type TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { readChainDay } from '@/server/tokens/chain-day'
import type { OperationPlan, PayoutRow } from '@/server/tokens/operations/plan'
import { type LoadedToken, loadToken } from './load-token'
import { planPayout } from './plan-payout'
import type { WebhookTarget } from './webhook-target'

type Pay = WebhookTarget & { tokenId: string; couponId: string }

/**
 * Plans the payment of a coupon to the holders at its record time, or the rest of an interrupted payment. Throws
 * not_found, failed (state, not due, done), conflict if it is being paid.
 */
export async function planPayCoupon(tenant: Tenant, { tokenId, couponId, ...webhook }: Pay): Promise<OperationPlan> {
  // Also after the redemption of the token, because a coupon that was due before is still owed.
  const loaded = await loadToken(tenant, tokenId, ['ACTIVE', 'PAUSED', 'MATURED', 'REDEEMING', 'REDEEMED'])
  const payout = await inTenantReading(tenant, (ctx) => requireCoupon(ctx, { tokenId, couponId }))
  await requireDue(loaded, payout)
  return planPayout(tenant, loaded, { kind: 'PAY_COUPON', payout, detail: { coupon: payout.index }, ...webhook })
}

async function requireCoupon(
  ctx: TenantCtx,
  { tokenId, couponId }: Omit<Pay, keyof WebhookTarget>,
): Promise<PayoutRow> {
  const own = and(eq(tokenPayouts.businessId, ctx.businessId), eq(tokenPayouts.tokenId, tokenId))
  const [payout] = await ctx.db
    .select()
    .from(tokenPayouts)
    .where(and(own, eq(tokenPayouts.id, couponId)))
  if (!payout || payout.index === 0) throw refusal('coupon_not_found', { param: 'couponId' })
  if (payout.status === 'PAID' || payout.status === 'CANCELED') throw refusal('coupon_done')
  await requireNotOpen(ctx, payout.id)
  return payout
}

/** Throws conflict if an operation for the payout is open. */
export async function requireNotOpen(ctx: TenantCtx, payoutId: string): Promise<void> {
  const [open] = await ctx.db
    .select({ id: tokenOperations.id })
    .from(tokenOperations)
    .where(
      and(
        eq(tokenOperations.businessId, ctx.businessId),
        eq(tokenOperations.payoutId, payoutId),
        eq(tokenOperations.status, 'PENDING'),
      ),
    )
  if (open) throw refusal('operation_open', { message: `This is being done already by operation ${open.id}` })
}

async function requireDue({ chain }: LoadedToken, { payDate }: PayoutRow): Promise<void> {
  const { day } = await readChainDay(chain)
  if (day < payDate) throw refusal('coupon_not_due', { message: `The coupon is due on ${payDate}` })
}
