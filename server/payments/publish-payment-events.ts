import { inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { payments } from '@/db/schema'
import { type OutgoingEvent, publishEvents } from '@/server/webhooks/destinations/publish-events'
import type { PaymentRow } from './settlement/lock-payment'
import { toPaymentView } from './view'

type PaymentEvent = `payment.${'settled' | 'failed' | 'refunded' | 'exception'}`

type PaymentNotice = {
  paymentId: string
  kind: PaymentEvent
  /** The receipt of an exception, because a payment may have several. */
  sourceId?: string
}

/**
 * Writes the events of payments to the outbox. Call it in the transaction that changes the payments, after the change.
 * Returns the number of messages; the caller wakes the dispatcher after the commit.
 */
export async function publishPaymentEvents(
  db: Database,
  notices: readonly PaymentNotice[],
  now: Date,
): Promise<number> {
  if (notices.length === 0) return 0
  const ids = notices.map(({ paymentId }) => paymentId)
  const rows = new Map((await db.select().from(payments).where(inArray(payments.id, ids))).map((row) => [row.id, row]))
  const events = notices.flatMap(({ paymentId, ...notice }) => {
    const row = rows.get(paymentId)
    return row ? [paymentEvent(row, notice, now)] : []
  })
  return publishEvents(db, events, now)
}

/** An event about a payment, from its row after the change. */
export function paymentEvent(
  row: PaymentRow,
  { kind, sourceId }: Omit<PaymentNotice, 'paymentId'>,
  now: Date,
): OutgoingEvent {
  const { id, businessId, projectId, traceContext, providerId, paymentRef } = row
  const body = () => JSON.stringify({ type: kind, timestamp: now.toISOString(), data: toPaymentView(row) })
  const notices = { businessId, projectId, kind, source: 'payment', sourceId: sourceId ?? id } as const
  // The balance pays a period that a restored backup lacks again, as another row under the former reference.
  const happening = providerId === 'balance' && sourceId === undefined ? [paymentRef] : null
  return { ...notices, body, orderKey: `payment ${id}`, traceContext, happening }
}
