import { inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { payments } from '@/db/schema'
import { type Telling, tellProjects } from '@/server/webhooks/destinations/tell-projects'
import type { PaymentRow } from './settlement/lock-payment'
import { toPaymentView } from './view'

type PaymentEvent = `payment.${'settled' | 'failed' | 'refunded' | 'exception'}`

type Told = {
  paymentId: string
  kind: PaymentEvent
  /** Of an exception the receipt: a payment may have several. */
  sourceId?: string
}

/**
 * Puts into the outbox what became of payments. Call it in the transaction that changes them, behind the change. Returns how many messages
 * were put; the caller wakes the dispatcher once that is committed.
 */
export async function tellPayments(db: Database, told: readonly Told[], now: Date): Promise<number> {
  if (told.length === 0) return 0
  const ids = told.map(({ paymentId }) => paymentId)
  const rows = new Map((await db.select().from(payments).where(inArray(payments.id, ids))).map((row) => [row.id, row]))
  const tellings = told.flatMap(({ paymentId, ...what }) => {
    const row = rows.get(paymentId)
    return row ? [paymentTelling(row, what, now)] : []
  })
  return tellProjects(db, tellings, now)
}

/** What became of a payment, whose row is as it is now. */
export function paymentTelling(row: PaymentRow, { kind, sourceId }: Omit<Told, 'paymentId'>, now: Date): Telling {
  const { id, businessId, projectId, traceContext } = row
  const body = () => JSON.stringify({ type: kind, timestamp: now.toISOString(), data: toPaymentView(row) })
  const told = { businessId, projectId, kind, source: 'payment', sourceId: sourceId ?? id } as const
  return { ...told, body, orderKey: `payment ${id}`, traceContext }
}
