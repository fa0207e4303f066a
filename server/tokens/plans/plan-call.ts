import { and, asc, eq } from 'drizzle-orm'
import { tokenPayouts } from '@/db/schema'
import { REDEMPTION_INDEX } from '@/schemas/tokens/words'
import { inTenantReading, type Tenant, type TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { readChainDay } from '@/server/tokens/chain-day'
import { accruedFraction } from '@/server/tokens/coupons/accrued-fraction'
import { redemptionRate } from '@/server/tokens/coupons/redemption-rate'
import { toSchedule } from '@/server/tokens/issue/to-schedule'
import type { PayoutRow, TokenRow } from '@/server/tokens/operations/plan'
import { newRedemption } from '@/server/tokens/payouts/new-redemption'
import { readRecordHolders } from '@/server/tokens/payouts/read-record-holders'
import { loadToken } from './load-token'
import { requireNotOpen } from './plan-pay-coupon'
import { type PayoutPlan, planPayout } from './plan-payout'
import type { WebhookTarget } from './webhook-target'

type Call = WebhookTarget & { tokenId: string }
type CallPlan = PayoutPlan & {
  /** The redemption to store, with the figures of its day. */
  payout: PayoutRow
}

/**
 * Plans the redemption of the principal: at maturity, or from the call date on with the interest accrued since the last
 * coupon. Throws not_found, failed (state, not callable now), conflict if one is in progress.
 */
export async function planCall(tenant: Tenant, { tokenId, ...webhook }: Call): Promise<CallPlan> {
  const loaded = await loadToken(tenant, tokenId)
  const { token, chain } = loaded
  // Solana has no contract that stops transfers between the redemptions of two holders.
  if (chain.chainType === 'SOLANA') throw refusal('tokenization_unsupported', { param: 'chain' })
  const { day } = await readChainDay(chain)
  const payout = await inTenantReading(tenant, (ctx) => toRedemption(ctx, token, day))
  const detail = { day: payout.payDate }
  return { ...(await planPayout(tenant, loaded, { kind: 'CALL', payout, detail, ...webhook })), payout }
}

async function toRedemption(ctx: TenantCtx, token: TokenRow, day: string): Promise<PayoutRow> {
  const { yieldParams, issueDate } = token
  if (yieldParams === null || issueDate === null)
    throw refusal('not_callable', { message: 'The token has no principal to pay back' })
  const payouts = await ctx.db
    .select()
    .from(tokenPayouts)
    .where(and(eq(tokenPayouts.businessId, ctx.businessId), eq(tokenPayouts.tokenId, token.id)))
    .orderBy(asc(tokenPayouts.index))
  const redemption = payouts.find(({ index }) => index === REDEMPTION_INDEX)
  if (redemption) await requireNotOpen(ctx, redemption.id)
  // If the chain has recorded it, its figures are fixed, and only its payment continues.
  if (redemption && redemption.basisUnits !== null) return redemption
  const { maturityDate, callable, callDate } = yieldParams
  const isMature = day >= maturityDate
  if (!isMature && (!callable || callDate === null || day < callDate))
    throw refusal('not_callable', { message: whenCallable(maturityDate, callDate) })
  const due = payouts.filter(({ index, payDate }) => index !== REDEMPTION_INDEX && payDate <= day)
  for (const coupon of due)
    if (!(await isSettled(ctx, token, coupon)))
      throw refusal('not_callable', { message: `Coupon ${coupon.index} of ${coupon.payDate} is not paid` })
  return redemptionOf(token, { day: isMature ? maturityDate : day, issueDate, redemption, now: ctx.now() })
}

/**
 * Whether a coupon is paid, or is funded and only holders with blocked addresses are left. Their money stays in the
 * contract and can be paid after the redemption, so they do not keep the others from their principal.
 */
async function isSettled({ db }: TenantCtx, token: TokenRow, payout: PayoutRow): Promise<boolean> {
  if (payout.status === 'PAID') return true
  if (payout.status !== 'FUNDED' && payout.status !== 'PAYING') return false
  return (await readRecordHolders(db, { token, payout, most: 1 })).length === 0
}

function whenCallable(maturityDate: string, callDate: string | null): string {
  const matures = `it matures on ${maturityDate}`
  return callDate === null ? `The token is not callable: ${matures}` : `The token may be called from ${callDate} on`
}

type At = { day: string; issueDate: string; redemption: PayoutRow | undefined; now: Date }

function redemptionOf(token: TokenRow, { day, issueDate, redemption, now }: At): PayoutRow {
  const { yieldParams, decimals, paymentDecimals } = token
  if (yieldParams === null || paymentDecimals === null) throw new Error('a token without coupons has no redemption')
  const schedule = toSchedule(yieldParams, issueDate)
  const fraction = accruedFraction({ ...schedule, day })
  const rate = redemptionRate({
    faceValue: yieldParams.faceValuePerToken,
    annualRate: yieldParams.annualRate,
    fraction,
    tokenDecimals: decimals,
    paymentDecimals,
  })
  const figures = newRedemption({ token, day, fraction, rate, now })
  return redemption ? { ...figures, id: redemption.id, createdAt: redemption.createdAt } : figures
}
