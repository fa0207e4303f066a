import { and, asc, eq, sql } from 'drizzle-orm'
import { type Database, preparedOnce } from '@/db/client'
import { requireSound } from '@/db/require-sound'
import { paymentReceipts, payments, projects } from '@/db/schema'
import { lockRunning } from '@/server/subscriptions/lock-running'
import type { Running } from '@/server/subscriptions/running'

export type PaymentRow = typeof payments.$inferSelect
export type ReceiptRow = typeof paymentReceipts.$inferSelect

/** A payment with all that decides about it, locked until commit. */
export type LockedPayment = {
  payment: PaymentRow
  projectName: string
  /** What runs of its product; null of a top-up, or where nothing does. */
  running: Running | null
  /** What came for it and waits for the rest. */
  held: ReceiptRow[]
}

/** Locks in the one order everybody keeps: project, payment, subscription; the ledger comes behind. Null where there is no such payment. */
export async function lockPayment(
  db: Database,
  { paymentId, projectId }: { paymentId: string; projectId: string },
): Promise<LockedPayment | null> {
  // They leave in one packet; Postgres does one after the other, and reads what is held behind both locks.
  const [projectName, [payment], held] = await Promise.all([
    lockProject(db, projectId),
    lockRow(db, { paymentId }),
    selectHeld(db, { paymentId }),
  ])
  if (!payment || projectName === null) return null
  requireSound(payments, payment)
  const { businessId, productId } = payment
  const running = productId === null ? null : await lockRunning(db, { businessId, projectId, productId })
  return { payment, projectName, running, held: held.map((row) => requireSound(paymentReceipts, row)) }
}

const lockRow = preparedOnce((db) =>
  db
    .select()
    .from(payments)
    .where(eq(payments.id, sql.placeholder('paymentId')))
    .for('update')
    .prepare('lock-payment'),
)

const selectHeld = preparedOnce((db) =>
  db
    .select()
    .from(paymentReceipts)
    .where(and(eq(paymentReceipts.paymentId, sql.placeholder('paymentId')), eq(paymentReceipts.outcome, 'HELD')))
    .orderBy(asc(paymentReceipts.id))
    .prepare('held-receipts'),
)

const lockProjectRow = preparedOnce((db) =>
  db
    .select({ name: projects.name })
    .from(projects)
    .where(eq(projects.id, sql.placeholder('projectId')))
    .for('no key update')
    .prepare('lock-project'),
)

/** Who changes plans or payments of a project comes one after the other. Its name, or null where there is none. */
export async function lockProject(db: Database, projectId: string): Promise<string | null> {
  const [project] = await lockProjectRow(db, { projectId })
  return project?.name ?? null
}
