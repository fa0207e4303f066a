import type { WorkerCtx } from '@/server/ctx'
import { mailOwners } from '@/server/mail/mail-owners'
import { balanceLink } from '@/server/mail/portal-links'
import { queueInSavepoint } from '@/server/mail/queue-in-savepoint'
import { type ExceptionCause, paymentException } from '@/server/mail/templates/payment-exception'
import { paymentFailed } from '@/server/mail/templates/payment-failed'
import { listProjects } from '@/server/projects/list-projects'
import { type ReceivedFunds, readReceived, readSummary } from './read-summary'

/**
 * Emails the owners once that a payment failed with a part of its money, which is in the balance. Call it in the
 * transaction that fails the payment, after the update.
 */
export function mailPartial(ctx: WorkerCtx, paymentId: string): Promise<number> {
  return queueInSavepoint(ctx, `payment ${paymentId}`, async () => {
    const { payment, purchase, projectName, url } = await readSummary(ctx.db, paymentId)
    const { businessId, paymentRef, amountMinor, receivedMinor, expiryAt } = payment
    const receivedFunds = (await readReceived(ctx.db, { paymentId })).filter(({ exceptions }) =>
      exceptions.includes('PARTIAL'),
    )
    const received = receivedFunds.map(({ text }) => text)
    const facts = { url, purchase, projectName, paymentRef, amountMinor, receivedMinor, received, endedAt: expiryAt }
    const creditedMicros = creditedOf(receivedFunds)
    return mailOwners(ctx, {
      ...{ businessId, source: 'payment', sourceId: paymentId, onceKey: `payment-failed:${paymentId}` },
      write: (reader) => paymentFailed({ ...reader, ...facts, creditedMicros }),
    })
  })
}

type ExceptionMail = {
  /** Oldest first; the last one is the new receipt. */
  receiptIds: readonly string[]
  happened: ExceptionCause
}

/**
 * Emails the owners about money that did not settle its payment: once when it waits and once when it is credited, as
 * the receipts say. Call it in the transaction that books it, after the booking.
 */
export function mailException(ctx: WorkerCtx, { receiptIds, happened }: ExceptionMail): Promise<number> {
  const sourceId = receiptIds.at(-1)
  if (sourceId === undefined) return Promise.resolve(0)
  return queueInSavepoint(ctx, `receipt ${sourceId}`, async () => {
    const receivedFunds = await readReceived(ctx.db, { ids: receiptIds })
    const last = receivedFunds.find(({ id }) => id === sourceId)
    if (!last) throw new Error(`receipt ${sourceId} does not exist`)
    const { businessId, paymentId, outcome, paidAt } = last
    const summary = paymentId === null ? null : await readSummary(ctx.db, paymentId)
    const isOwn = summary?.payment.businessId === businessId
    const payment = summary && isOwn ? { ...summary, paymentRef: summary.payment.paymentRef } : null
    const [project] = payment ? [] : await listProjects({ db: ctx.db, businessId })
    const url = payment?.url ?? balanceLink(project?.id)
    const isCredited = outcome === 'CREDITED'
    const place = isCredited
      ? { kind: 'BALANCE' as const, micros: creditedOf(receivedFunds) }
      : { kind: 'WAITING' as const }
    const received = receivedFunds.map(({ text }) => text)
    return mailOwners(ctx, {
      ...{ businessId, source: 'receipt', sourceId, onceKey: `${isCredited ? 'credited' : 'waits'}:${sourceId}` },
      write: (reader) => paymentException({ ...reader, url, happened, received, place, payment, paidAt }),
    })
  })
}

/** Picks the cause to name in the email; `found` if none of the exceptions explains it. */
export function exceptionCauseOf(exceptions: readonly string[]): ExceptionCause {
  return (['BASIS_CHANGED', 'DUPLICATE', 'LATE'] as const).find((one) => exceptions.includes(one)) ?? 'found'
}

function creditedOf(receivedFunds: readonly ReceivedFunds[]): bigint {
  return receivedFunds.reduce((sum, { creditedMicros }) => sum + creditedMicros, 0n)
}
