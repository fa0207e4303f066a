import { and, asc, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { type Database, prepareStatement } from '@/db/client'
import { paymentReceipts, payments, projects } from '@/db/schema'
import { lockRunning } from '@/server/subscriptions/lock-running'
import type { Running } from '@/server/subscriptions/running'

export type PaymentRow = typeof payments.$inferSelect
export type ReceiptRow = typeof paymentReceipts.$inferSelect

/** A payment with everything that decides about it, locked until commit. */
export type LockedPayment = {
  payment: PaymentRow
  projectName: string
  /** The running subscription of its product; null for a top-up, or if none runs. */
  running: Running | null
  /** Receipts that wait for the rest of the amount. */
  held: ReceiptRow[]
}

type LockInput = { paymentId: string; projectId: string } | { accountId: string }

/**
 * Locks a payment, found by its id or by one of its deposit accounts. Locks in the order of all code: project, payment,
 * subscription; ledger accounts come last. Null if the payment does not exist.
 */
export async function lockPayment(db: Database, input: LockInput): Promise<LockedPayment | null> {
  const { lockProjectRow, lockRow, selectHeld } = 'accountId' in input ? byAccount : byId
  // The three queries share one network round trip. Postgres runs them in order, so held receipts are read after both
  // locks are taken.
  const [[project], [payment], held] = await Promise.all([
    lockProjectRow(db, input),
    lockRow(db, input),
    selectHeld(db, input),
  ])
  if (!payment || !project) return null
  const { businessId, projectId, productId } = payment
  const running = productId === null ? null : await lockRunning(db, { businessId, projectId, productId })
  return {
    payment,
    projectName: project.name,
    running,
    held,
  }
}

type Which = { name: string; paymentId: Placeholder | SQL; projectId: Placeholder | SQL }

function statements({ name, paymentId, projectId }: Which) {
  return {
    lockProjectRow: prepareStatement((db) =>
      db
        .select({ name: projects.name })
        .from(projects)
        .where(eq(projects.id, projectId))
        .for('no key update')
        .prepare(`lock-project-${name}`),
    ),
    lockRow: prepareStatement((db) =>
      db.select().from(payments).where(eq(payments.id, paymentId)).for('update').prepare(`lock-payment-${name}`),
    ),
    selectHeld: prepareStatement((db) =>
      db
        .select()
        .from(paymentReceipts)
        .where(and(eq(paymentReceipts.paymentId, paymentId), eq(paymentReceipts.outcome, 'HELD')))
        .orderBy(asc(paymentReceipts.id))
        .prepare(`held-receipts-${name}`),
    ),
  }
}

const byId = statements({
  name: 'by-id',
  paymentId: sql.placeholder('paymentId'),
  projectId: sql.placeholder('projectId'),
})

const accountId = sql.placeholder('accountId')
const byAccount = statements({
  name: 'by-account',
  paymentId: sql`(select a.payment_id from deposit_accounts a where a.id = ${accountId})`,
  projectId: sql`(select p.project_id from deposit_accounts a join payments p on p.id = a.payment_id where a.id = ${accountId})`,
})

/** Locks a project, so that changes of its plans and payments run one after another. */
export async function lockProject(db: Database, projectId: string): Promise<void> {
  await byId.lockProjectRow(db, { projectId })
}
