import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { requireSound } from '@/db/require-sound'
import { paymentReceipts, payments, projects } from '@/db/schema'
import { lockRunning } from '@/server/subscriptions/lock-running'
import type { Running } from '@/server/subscriptions/running'

export type PaymentRow = typeof payments.$inferSelect
export type ReceiptRow = typeof paymentReceipts.$inferSelect

/** A payment with all that decides about it, locked until commit. */
export type LockedPayment = {
  payment: PaymentRow
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
  await lockProject(db, projectId)
  const [payment] = await db.select().from(payments).where(eq(payments.id, paymentId)).for('update')
  if (!payment) return null
  requireSound(payments, payment)
  const { businessId, productId } = payment
  const running = productId === null ? null : await lockRunning(db, { businessId, projectId, productId })
  const held = await db
    .select()
    .from(paymentReceipts)
    .where(and(eq(paymentReceipts.paymentId, paymentId), eq(paymentReceipts.outcome, 'HELD')))
    .orderBy(asc(paymentReceipts.id))
  return { payment, running, held: held.map((row) => requireSound(paymentReceipts, row)) }
}

/** Who changes plans or payments of a project comes one after the other. */
export async function lockProject(db: Database, projectId: string): Promise<void> {
  await db.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)).for('no key update')
}
