import { z } from 'zod'
import type { DepositView } from '@/schemas/deposits/contract'
import type { ReceiptExceptionView } from '@/schemas/payments/exceptions/contract'
import type { ProviderEventView } from '@/schemas/payments/providers/contract'
import type { RefundView } from '@/schemas/payments/refunds/contract'
import type { RecoveryProposalView, UnmatchedDepositView } from '@/schemas/payments/stablecoins/contract'
import { type Page, pageNumber } from '@/server/paging'
import { listPart } from '@/server/text/csv-list'
import { EXCEPTION_KINDS, type ExceptionKind } from './words'

export const exceptionFilter = z.object({
  kind: z.enum(EXCEPTION_KINDS).optional(),
  businessId: z.uuid().optional(),
  /** A part of an address, a hash, a reference or the name of a business. */
  search: z.string().trim().max(128).optional(),
  page: pageNumber,
})
export type ExceptionFilter = z.output<typeof exceptionFilter>

/** A part of the whole list, for a file. */
export const exceptionPart = exceptionFilter.omit({ page: true }).extend({ after: listPart })
export type ExceptionPartInput = z.output<typeof exceptionPart>

/** The ids that the buttons of each kind need. */
export type ExceptionSubjects = {
  unassigned_receipt: ReceiptExceptionView
  unmatched_deposit: UnmatchedDepositView
  reverted_deposit: UnmatchedDepositView
  repeated_deposit: UnmatchedDepositView
  proposed_recovery: RecoveryProposalView
  flagged_deposit: DepositView
  refund_approval: RefundView
  refund_details: RefundView
  refund_overdue: RefundView
  refund_failed: RefundView
  event_failed: ProviderEventView
  event_unplaced: ProviderEventView
}

/** The displayed fields of each kind. */
export type ShownException<K extends ExceptionKind> = {
  /** In whole units; null if an event names no amount. */
  money: { amount: string; unit: string } | null
  /** One sentence. */
  happened: string
  /** The proposal that waits for a second person. */
  proposal: { by: string; what: string } | null
  subject: ExceptionSubjects[K]
}

export type ExceptionView<K extends ExceptionKind = ExceptionKind> = {
  [Kind in K]: ShownException<Kind> & {
    id: string
    kind: Kind
    /** Null: no business is known yet. */
    business: { id: string; name: string } | null
    waitingSince: string
  }
}[K]
export type ExceptionPage = Page<ExceptionView>

/** The number of amounts that wait, and the time since which the oldest does. */
export type ExceptionCount = { count: number; oldestAt: string | null }
