import { and, asc, eq, gt, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { ledgerAccounts, plans, subscriptions } from '@/db/schema'
import { GRACE_MS } from '@/schemas/subscriptions/words'
import { bisectRows } from '@/server/alarms/bisect-rows'
import { isTransient } from '@/server/alarms/is-transient'
import { recordRowFault } from '@/server/alarms/row-faults'
import { isOwnerActive } from '@/server/businesses/is-owner-active'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { faultPoint } from '@/server/fault-point'
import { findRate } from '@/server/fx/require-rate'
import { wakeOutboxes } from '@/server/payments/mails/wake-outboxes'
import { lockProject } from '@/server/payments/settlement/lock-payment'
import { canSend, maySend } from '@/server/recovery/is-recovering'
import { advanceSubscription } from '@/server/subscriptions/advance-subscription'
import { phaseOf } from '@/server/subscriptions/phase'
import { toRunning } from '@/server/subscriptions/to-running'
import { RUNNING_STATES } from '@/server/subscriptions/transitions'
import { chargeRenewal, InsufficientBalanceError, type SubscriptionRow } from './charge-renewal'
import { mailMoved } from './mail-renewals'

/** The maximum in one run; the next run continues. */
const MAX_RENEWED = 500

/**
 * Handles subscriptions past their end: renews them from the balance, or makes them past due, canceled or expired. Each
 * has its own transaction under its project's lock. A past-due one is tried again once the balance covers it. During a
 * recovery all wait: the balance may lack money that was received, and a renewal may have been switched off. Those
 * that would charge a suspended project or business wait until it is resumed: its people can neither use the plan nor
 * switch its renewal off. Returns the number handled.
 */
export async function runRenewals(ctx: WorkerCtx): Promise<number> {
  if (!(await canSend())) return 0
  const due = [...(await listDue(ctx)), ...(await listCovered(ctx))]
  const byId = new Map(due.map((one) => [one.id, one]))
  let messages = 0
  await bisectRows(
    due.map(({ id }) => id),
    {
      work: async (ids) => {
        for (const id of ids) {
          const one = byId.get(id)
          if (!one) continue
          messages += await renewOne(ctx, one)
          faultPoint('renew-after-commit')
        }
      },
      isExpectedError: isTransient,
      onFault: (id, error) => recordRowFault({ noun: 'subscription', id }, error, ctx.now()),
    },
  )
  if (messages > 0) wakeOutboxes()
  return due.length
}

type Due = { id: string; projectId: string }

async function listDue({ db, now }: WorkerCtx): Promise<Due[]> {
  const graceOver = new Date(now().getTime() - GRACE_MS)
  return db
    .select({ id: subscriptions.id, projectId: subscriptions.projectId })
    .from(subscriptions)
    .where(
      and(
        or(
          and(eq(subscriptions.status, 'ACTIVE'), lte(subscriptions.endDate, now())),
          and(eq(subscriptions.status, 'PAST_DUE'), lte(subscriptions.endDate, graceOver)),
          // Canceled during its grace period.
          and(eq(subscriptions.status, 'PAST_DUE'), eq(subscriptions.autoRenew, false)),
        ),
        isHandled(),
      ),
    )
    .orderBy(asc(subscriptions.endDate))
    .limit(MAX_RENEWED)
}

/** Free plans, and plans that are not renewed, charge nothing: they are handled during a suspension too. */
function isHandled(): SQL | undefined {
  const isFree = sql`exists (select from plans p where p.id = subscriptions.plan_id and p.price_monthly_minor = 0)`
  return or(isOwnerActive('subscriptions'), eq(subscriptions.autoRenew, false), isFree)
}

/**
 * Past-due subscriptions whose next period the balance covers now, so that those that are still short delay no other.
 */
async function listCovered(ctx: WorkerCtx): Promise<Due[]> {
  const { db, now } = ctx
  const rate = await findRate(ctx)
  if (!rate) return []
  const priceMinor = sql`${plans.priceMonthlyMinor} * case ${subscriptions.billingCycle} when 'YEARLY' then ${plans.yearlyMonths} else 1 end`
  return db
    .select({ id: subscriptions.id, projectId: subscriptions.projectId })
    .from(subscriptions)
    .innerJoin(plans, and(eq(plans.id, subscriptions.planId), eq(plans.isActive, true)))
    .innerJoin(
      ledgerAccounts,
      and(
        eq(ledgerAccounts.businessId, subscriptions.businessId),
        eq(ledgerAccounts.currency, 'USD'),
        eq(ledgerAccounts.kind, 'available'),
      ),
    )
    .where(
      and(
        eq(subscriptions.status, 'PAST_DUE'),
        eq(subscriptions.autoRenew, true),
        gt(subscriptions.endDate, new Date(now().getTime() - GRACE_MS)),
        isOwnerActive('subscriptions'),
        // Micro-dollars times the rate (naira per dollar times 10^8), compared with kobo times 10^12.
        sql`${ledgerAccounts.balanceUnits} * ${rate.ngnPerUsdE8.toString()}::numeric >= ${priceMinor} * 1e12::numeric`,
      ),
    )
    .orderBy(asc(subscriptions.endDate))
    .limit(MAX_RENEWED)
}

async function renewOne(ctx: WorkerCtx, due: Due): Promise<number> {
  try {
    return await inWorker(({ db }) => moveSubscription({ db, now: ctx.now }, due, true))
  } catch (error) {
    if (!(error instanceof InsufficientBalanceError)) throw error
    return inWorker(({ db }) => moveSubscription({ db, now: ctx.now }, due, false))
  }
}

async function moveSubscription(ctx: WorkerCtx, { id, projectId }: Due, mayCharge: boolean): Promise<number> {
  await lockProject(ctx.db, projectId)
  const row = await lockRow(ctx.db, id)
  const running = row && toRunning(row)
  if (!row || !running) return 0
  const phase = phaseOf({ ...row, status: running.status }, ctx.now())
  if (phase === 'ACTIVE') return 0
  if (phase === 'PAST_DUE' && mayCharge) {
    const charged = await chargeRenewal(ctx, { row, running })
    if (charged.kind === 'renewed') return charged.messages
    if (charged.kind === 'later') return 0
  }
  if (phase === running.status) return 0
  const messages = await advanceSubscription(ctx.db, { id, to: phase }, ctx.now())
  return messages + (await mailMoved(ctx, { row, to: phase }))
}

async function lockRow(db: Database, id: string): Promise<SubscriptionRow | null> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.id, id), inArray(subscriptions.status, RUNNING_STATES), maySend(), isHandled()))
    .for('update')
  return row ?? null
}
