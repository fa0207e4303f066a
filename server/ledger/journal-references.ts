import { and, eq, sql } from 'drizzle-orm'
import { ledgerJournals, paymentReceipts, paymentRefunds, payments } from '@/db/schema'
import type { JournalReference } from '@/schemas/ledger/contract'

/** Joins a journal to the receipt that it is about. */
export const receiptOfJournal = and(
  eq(ledgerJournals.referenceType, 'receipt'),
  eq(paymentReceipts.businessId, ledgerJournals.businessId),
  eq(paymentReceipts.id, ledgerJournals.referenceId),
)

/** Joins a journal to the refund that it is about. */
export const refundOfJournal = and(
  eq(ledgerJournals.referenceType, 'refund'),
  eq(paymentRefunds.businessId, ledgerJournals.businessId),
  eq(paymentRefunds.id, ledgerJournals.referenceId),
)

/** Joins a journal to its payment, or to the payment of its receipt or refund: join these first. */
export const paymentOfJournal = and(
  eq(payments.businessId, ledgerJournals.businessId),
  sql`${payments.id} = case ${ledgerJournals.referenceType}
    when 'payment' then ${ledgerJournals.referenceId}
    when 'receipt' then ${paymentReceipts.paymentId}
    when 'refund' then ${paymentRefunds.paymentId} end`,
)

/** The columns that form a reference. */
export const REFERENCE_COLUMNS = {
  paymentRef: payments.paymentRef,
  paymentId: payments.id,
  paymentProjectId: payments.projectId,
  providerTxnId: paymentReceipts.providerTxnId,
  refundRef: paymentRefunds.reference,
}

type ReferenceRow = {
  journal: Pick<typeof ledgerJournals.$inferSelect, 'referenceType' | 'referenceId'>
  paymentRef: string | null
  paymentId: string | null
  paymentProjectId: string | null
  providerTxnId: string | null
  refundRef: string | null
}

/** The record that a journal refers to, by its display name, with the id if the portal has a page for it. */
export function toReference({ journal, ...row }: ReferenceRow): JournalReference | null {
  const { referenceType: type, referenceId: id } = journal
  if (type === null || id === null) return null
  const { paymentId, paymentProjectId: projectId } = row
  const payment = paymentId && projectId ? { paymentId, projectId } : null
  return {
    type,
    id,
    name: row.refundRef ?? row.providerTxnId ?? row.paymentRef ?? id,
    about: type === 'transaction' ? { transactionId: id } : payment,
  }
}
