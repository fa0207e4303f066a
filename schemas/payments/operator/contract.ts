import { z } from 'zod'
import type { JournalKind } from '@/schemas/ledger/words'
import type { PlanNamed } from '@/schemas/payments/contract'
import type { RefundView } from '@/schemas/payments/refunds/contract'
import {
  type BillingCycle,
  PAYMENT_EXCEPTIONS,
  PAYMENT_STATES,
  type PaymentException,
  type PaymentPurpose,
  type PaymentStatus,
  type ReceiptOutcome,
} from '@/schemas/payments/words'
import { periodEnd } from '@/schemas/text/contract'
import type { MessageStatus } from '@/schemas/webhooks/words'
import { type Page, pageNumber } from '@/server/paging'
import type { Metadata } from '@/server/text/tags'

export const operatorPaymentFilter = z.object({
  status: z.enum(PAYMENT_STATES).optional(),
  exception: z.enum(PAYMENT_EXCEPTIONS).optional(),
  businessId: z.uuid().optional(),
  provider: z.string().max(32).optional(),
  /**
   * A reference of the payment, of one of its accounts or refunds, in any case; a provider's transaction, or the
   * customer's own reference, as given. The whole text.
   */
  search: z.string().trim().max(128).optional(),
  from: periodEnd.optional(),
  to: periodEnd.optional(),
  page: pageNumber,
})
export type OperatorPaymentFilter = z.output<typeof operatorPaymentFilter>

export type OperatorPayment = {
  id: string
  paymentRef: string
  businessId: string
  businessName: string
  purpose: PaymentPurpose
  planId: number | null
  status: PaymentStatus
  exceptions: PaymentException[]
  /** A later quote replaced it. */
  isReplaced: boolean
  amountNgn: string
  /** Null until settled. */
  provider: string | null
  clientReference: string | null
  createdAt: string
}
export type OperatorPaymentPage = Page<PlanNamed<OperatorPayment>>

export type OperatorReceipt = {
  id: string
  provider: string
  providerTxnId: string
  /** In whole units, if they are known. */
  amount: string
  unit: string
  /** Naira that an operator may still claim back. */
  leftNgn: string
  outcome: ReceiptOutcome
  decision: string | null
  paidAt: string
  receivedAt: string
}

export type OperatorPaymentDetail = OperatorPayment & {
  projectId: string
  projectName: string
  /** Null for a top-up. */
  plan: { productName: string; name: string } | null
  description: string
  metadata: Metadata | null
  amountUsd: string
  creditNgn: string
  receivedNgn: string
  ngnPerUsd: string
  billingCycle: BillingCycle | null
  periodStart: string | null
  periodEnd: string | null
  expiryAt: string
  settledAt: string | null
  closedAt: string | null
  accounts: {
    id: string
    provider: string
    reference: string
    status: 'OPENING' | 'OPEN' | 'CLOSED' | 'FAILED'
    /** The token that it accepts, and its chain; null for naira. */
    token: { symbol: string; chainName: string } | null
    /** Number of a bank account, or an address. */
    place: string | null
    polledAt: string | null
  }[]
  receipts: OperatorReceipt[]
  refunds: RefundView[]
  journals: { id: string; kind: JournalKind; reason: string; createdBy: string; createdAt: string }[]
  webhookEvents: { id: string; kind: string; status: MessageStatus; createdAt: string }[]
}
