import { z } from 'zod'
import { REFUND_STATES, REFUND_TARGETS, type RefundState, type RefundTarget } from '@/schemas/payments/words'
import { reasonText } from '@/schemas/text/contract'
import { nairaText } from '@/server/money/amount-text'
import { type Page, pageNumber } from '@/server/paging'

/** An operator's input for a refund. */
export const refundForm = z.object({ to: z.enum(REFUND_TARGETS), amountNgn: nairaText(), reason: reasonText })

/** A refund of the money of one receipt, in full or in part. */
export const requestRefundInput = refundForm.extend({ receiptId: z.uuid() })
export type RequestRefundInput = z.output<typeof requestRefundInput>

export const refundRef = z.object({ refundId: z.uuid() })
export type RefundRef = z.output<typeof refundRef>

/** Cancels a requested refund, with the reason. */
export const dropRefundInput = refundRef.extend({ reason: reasonText })
export type DropRefundInput = z.output<typeof dropRefundInput>

/** Closes a failed refund that was settled in another way, with the reason. */
export const closeRefundInput = refundRef.extend({ reason: reasonText })
export type CloseRefundInput = z.output<typeof closeRefundInput>

export const refundFilter = z.object({ state: z.enum(REFUND_STATES).optional(), page: pageNumber })
export type RefundFilter = z.output<typeof refundFilter>

export type RefundView = {
  id: string
  reference: string
  businessId: string
  businessName: string
  paymentId: string | null
  receiptId: string | null
  provider: string
  providerRef: string | null
  to: RefundTarget
  state: RefundState
  amountNgn: string
  reason: string
  requestedBy: string
  /** Null while a second person is waited for. */
  approvedBy: string | null
  problem: string | null
  attempts: number
  nextAttemptAt: string | null
  createdAt: string
  endedAt: string | null
}
export type RefundPage = Page<RefundView>

/** `requested`: it waits for a second person. */
export type RefundOutcome = { refundId: string; state: 'requested' | 'begun' }
