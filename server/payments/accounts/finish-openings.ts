import { and, asc, eq, inArray, lte, ne, notExists } from 'drizzle-orm'
import { depositAccounts, payments } from '@/db/schema'
import { isTransient } from '@/server/alarms/is-transient'
import { recordRowFault } from '@/server/alarms/row-faults'
import type { WorkerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import type { AccountOpener } from './account-opener'
import { failedOpeningColumns, failPaymentWithoutAccount, openAccounts } from './open-accounts'

/** Longer than any call that opens accounts. Accounts that are not open by then were left by a process that died. */
const LEFT_AFTER_MS = 30_000
/** The maximum in one run; the next run continues. */
const MAX_PAYMENTS = 20

/**
 * Opens accounts whose call died before it opened them, or marks them failed after their time; a pending payment
 * without any account then fails. If a payment was paid meanwhile, because its provider had opened the account, its
 * accounts are opened too, because more money may arrive. Called outside a transaction. Returns the number of payments
 * it checked.
 */
export async function finishOpenings(ctx: WorkerCtx, openers: readonly AccountOpener[]): Promise<number> {
  const due = await listLeft(ctx)
  for (const payment of due) {
    try {
      await finish(ctx, payment, openers)
    } catch (error) {
      if (isTransient(error)) throw error
      recordRowFault({ noun: 'payment', id: payment.id }, error, ctx.now())
    }
  }
  return due.length
}

type Left = Pick<typeof payments.$inferSelect, 'id' | 'projectId' | 'expiryAt'>

async function listLeft({ db, now }: WorkerCtx): Promise<Left[]> {
  const before = new Date(now().getTime() - LEFT_AFTER_MS)
  const opened = db
    .select({ id: depositAccounts.id })
    .from(depositAccounts)
    .where(and(eq(depositAccounts.paymentId, payments.id), ne(depositAccounts.status, 'FAILED')))
  const unopened = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.status, 'PENDING'), notExists(opened)))
  // Two queries that each use an index: one query with "or" would read every payment.
  const left = db
    .select({ id: depositAccounts.paymentId })
    .from(depositAccounts)
    .where(eq(depositAccounts.status, 'OPENING'))
    .union(unopened)
  return db
    .select({ id: payments.id, projectId: payments.projectId, expiryAt: payments.expiryAt })
    .from(payments)
    .where(and(inArray(payments.id, left), lte(payments.createdAt, before)))
    .orderBy(asc(payments.expiryAt))
    .limit(MAX_PAYMENTS)
}

async function finish(ctx: WorkerCtx, payment: Left, openers: readonly AccountOpener[]): Promise<void> {
  if (payment.expiryAt <= ctx.now()) {
    await ctx.db
      .update(depositAccounts)
      .set(failedOpeningColumns(ctx.now()))
      .where(and(eq(depositAccounts.paymentId, payment.id), eq(depositAccounts.status, 'OPENING')))
    return failPaymentWithoutAccount(ctx, payment)
  }
  try {
    await openAccounts(ctx, { paymentId: payment.id, openers })
  } catch (error) {
    // No account was opened: the payment has failed, and there is nothing left to do.
    if (!(error instanceof ApiError)) throw error
  }
}
