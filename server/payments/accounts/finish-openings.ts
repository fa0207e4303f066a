import { and, asc, eq, lte, ne, sql } from 'drizzle-orm'
import { depositAccounts, payments } from '@/db/schema'
import { isTransient } from '@/server/alarms/is-transient'
import { noteRowFault } from '@/server/alarms/row-faults'
import type { WorkerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import type { AccountOpener } from './account-opener'
import { failUnopened, openAccounts } from './open-accounts'

/** A call that opens accounts has long answered by then: what is open still was left behind by a process that ended. */
const LEFT_AFTER_MS = 30_000
/** So many in one run; the next goes on. */
const MOST = 20

/**
 * Opens accounts whose call ended before it did, or says that they failed where their time is over; a payment without any fails. Called outside
 * a transaction. Returns how many payments it looked at.
 */
export async function finishOpenings(ctx: WorkerCtx, openers: readonly AccountOpener[]): Promise<number> {
  const due = await listLeft(ctx)
  for (const payment of due) {
    try {
      await finish(ctx, payment, openers)
    } catch (error) {
      if (isTransient(error)) throw error
      noteRowFault({ noun: 'payment', id: payment.id }, error, ctx.now())
    }
  }
  return due.length
}

type Left = Pick<typeof payments.$inferSelect, 'id' | 'projectId' | 'expiryAt'>

async function listLeft({ db, now }: WorkerCtx): Promise<Left[]> {
  const before = new Date(now().getTime() - LEFT_AFTER_MS)
  const accounts = sql`select from ${depositAccounts} where ${depositAccounts.paymentId} = ${payments.id}`
  return db
    .select({ id: payments.id, projectId: payments.projectId, expiryAt: payments.expiryAt })
    .from(payments)
    .where(
      and(
        eq(payments.status, 'PENDING'),
        lte(payments.createdAt, before),
        sql`(exists (${accounts} and ${depositAccounts.status} = 'OPENING') or not exists (${accounts} and ${ne(depositAccounts.status, 'FAILED')}))`,
      ),
    )
    .orderBy(asc(payments.expiryAt))
    .limit(MOST)
}

async function finish(ctx: WorkerCtx, payment: Left, openers: readonly AccountOpener[]): Promise<void> {
  if (payment.expiryAt <= ctx.now()) {
    await ctx.db
      .update(depositAccounts)
      .set({ status: 'FAILED' })
      .where(and(eq(depositAccounts.paymentId, payment.id), eq(depositAccounts.status, 'OPENING')))
    return failUnopened(ctx, payment)
  }
  try {
    await openAccounts(ctx, { paymentId: payment.id, openers })
  } catch (error) {
    // Nobody opened one: the payment failed, which is what there is to do.
    if (!(error instanceof ApiError)) throw error
  }
}
