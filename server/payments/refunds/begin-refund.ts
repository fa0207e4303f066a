import { eq } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { paymentReceipts, paymentRefunds } from '@/db/schema'
import { refundsDue } from '@/inngest/events'
import { actorName } from '@/server/actor-name'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { faultPoint } from '@/server/fault-point'
import { requireRate } from '@/server/fx/require-rate'
import { postJournal } from '@/server/ledger/post-journals'
import { exactAmount } from '@/server/money/display-amount'
import { usdOfKoboDown } from '@/server/money/fx'
import { formatUsd } from '@/server/money/usd'
import { mailRefund } from '@/server/payments/mails/mail-refund'
import { wakeOutboxes } from '@/server/payments/mails/wake-outboxes'
import { changePaidValue } from '@/server/subscriptions/roll-back-period'
import { wake } from '@/server/waking/wake'
import { completeRefund } from './complete-refund'
import { findPurchasedPeriod } from './find-purchased-period'
import type { LockedReceipt } from './lock-receipt'
import { planRefund, REFUND_REFUSALS, type RefundPlan } from './plan-refund'
import { readFacts } from './read-facts'
import { holdLegs, type RefundMoney, toBalanceLegs } from './refund-legs'

export type RefundRow = typeof paymentRefunds.$inferSelect

type RefundToBegin = { refund: RefundRow; lockedReceipt: LockedReceipt }

/**
 * Begins an approved refund: reserves its money, and the provider is called after the commit. A refund to the balance
 * is completed at once. Throws failed if the money is no longer available.
 */
export async function beginRefund(ctx: OperatorCtx, { refund, lockedReceipt }: RefundToBegin): Promise<void> {
  const { units, to } = refund
  const plan = planRefund(await readFacts(ctx.db, lockedReceipt, { to, units, now: ctx.now() }))
  if (plan.kind === 'refused') throw new ApiError('failed', REFUND_REFUSALS[plan.reason])
  const { receipt, locked } = lockedReceipt
  const period = locked && plan.revenueMinor > 0n ? await findPurchasedPeriod(ctx.db, locked.payment) : null
  if (period) await changePaidValue(ctx.db, { ...period, byMinor: -plan.revenueMinor }, ctx.now())
  const messages =
    to === 'BALANCE'
      ? await creditBalance(ctx, { refund, lockedReceipt }, plan)
      : await reserveMoney(ctx, { refund, lockedReceipt }, { ...plan, rateId: rateOf(lockedReceipt, plan) })
  faultPoint('refund-after-hold')
  ctx.afterCommit(() => {
    faultPoint('refund-after-begin')
    if (to === 'PROVIDER') wake(refundsDue, { provider: receipt.provider })
    if (messages > 0) wakeOutboxes()
  })
}

type Plan = Extract<RefundPlan, { kind: 'refund' }>

/** The rate id at which the dollars of the refund were credited. */
function rateOf({ receipt, locked }: LockedReceipt, { source }: Plan): string | null {
  return source === 'SETTLED' ? (locked?.payment.rateId ?? null) : receipt.rateId
}

async function reserveMoney(
  ctx: OperatorCtx,
  { refund, lockedReceipt: { receipt } }: RefundToBegin,
  { source, revenueMinor, balanceMinor, balanceMicros, rateId }: Plan & { rateId: string | null },
): Promise<number> {
  const parts = { source, revenueMinor, balanceMinor, balanceMicros }
  const now = ctx.now()
  await ctx.db
    .update(paymentRefunds)
    .set({
      ...parts,
      rateId,
      state: 'PROCESSING',
      approvedBy: actorName(ctx.actor),
      nextAttemptAt: now,
      updatedAt: now,
    })
    .where(eq(paymentRefunds.id, refund.id))
  if (source === 'SUSPENSE') {
    const going = { outcome: 'REFUNDING', updatedAt: now } as const
    await ctx.db.update(paymentReceipts).set(going).where(eq(paymentReceipts.id, receipt.id))
  }
  const money: RefundMoney = { ...refund, ...parts }
  const journal = { ...aboutRefund(ctx, refund), id: newId(), kind: 'hold' } as const
  const posted = await postJournal(ctx.db, { journal, legs: holdLegs(money) })
  if (!posted.isCovered) {
    const { availableUnits } = posted
    throw new ApiError(
      'failed',
      `${exactAmount(formatUsd(balanceMicros))} USD are needed, the balance has ${exactAmount(formatUsd(availableUnits))}`,
    )
  }
  return 0
}

/** Credits the price of a plan to the balance, in dollars at the current rate. */
async function creditBalance(ctx: OperatorCtx, { refund, lockedReceipt }: RefundToBegin, plan: Plan): Promise<number> {
  const rate = await requireRate(ctx)
  const { source, revenueMinor, balanceMinor, balanceMicros } = plan
  const parts = { source, revenueMinor, balanceMinor, balanceMicros }
  const now = ctx.now()
  await ctx.db
    .update(paymentRefunds)
    .set({ ...parts, rateId: rate.id, state: 'DONE', approvedBy: actorName(ctx.actor), endedAt: now, updatedAt: now })
    .where(eq(paymentRefunds.id, refund.id))
  const messages = await completeRefund(ctx, { refund, lockedReceipt })
  const micros = usdOfKoboDown(revenueMinor, rate.ngnPerUsdE8)
  const journal = { ...aboutRefund(ctx, refund), id: newId(), kind: 'refund', rateId: rate.id } as const
  await postJournal(ctx.db, { journal, legs: toBalanceLegs({ ...refund, ...parts }, micros) })
  return messages + (await mailRefund(ctx, { refundId: refund.id, creditedMicros: micros }))
}

function aboutRefund(ctx: OperatorCtx, { id, businessId, reference, reason }: RefundRow) {
  const why = { reason: `${reference}: ${reason}`, createdBy: actorName(ctx.actor) }
  return { businessId, reference: { type: 'refund', id }, ...why } as const
}
