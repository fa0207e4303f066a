import { z } from 'zod'
import { integerField, numericId, periodEnd } from '@/schemas/text/contract'
import { pageNumber } from '@/server/paging'
import { listPart } from '@/server/text/csv-list'
import { field } from '@/server/text/field'
import { clientReferenceFilter, clientTagFields, metadataFilter, metadataView, referenceView } from '@/server/text/tags'
import type { PayableAccount, UnopenedAccount } from './accounts/contract'
import { amountUsdField, amountUsdText, descriptionField } from './quotes/contract'
import {
  BILLING_CYCLES,
  type BillingCycle,
  PAYMENT_EXCEPTIONS,
  PAYMENT_PURPOSES,
  PAYMENT_STATES,
  type PaymentChange,
  type PaymentException,
  type ReceiptOutcome,
  type RefundState,
} from './words'

const ID = '019a6b3e-7c1d-7d44-a8f1-3a5f0c9e2b71'
const SUBSCRIPTION_ID = '019a6b3e-7e40-7a18-9c02-4d6f0c9e2b71'
const AT = '2026-11-21T11:05:12.310Z'
const instant = z.iso.datetime()

/** Spec 2.6, with the extra fields of decisions.md. */
export const paymentView = z
  .object({
    id: field(z.uuid(), 'The id of the payment.', ID),
    purpose: field(z.enum(PAYMENT_PURPOSES), 'The purchase.', 'SUBSCRIPTION'),
    status: field(
      z.enum(PAYMENT_STATES),
      'PENDING until it is paid or expires; REFUNDED once the money was refunded.',
      'SUCCESS',
    ),
    amount: field(z.int(), 'The amount in minor units of `currency`, for every method of payment.', 2_991_936),
    currency: field(z.string(), 'ISO 4217.', 'NGN'),
    paymentRef: field(z.string(), 'The reference for people.', 'PAY-5K8QZ2M7T4WX'),
    subscriptionId: field(
      z.string().nullable(),
      'The plan or subscription that it pays for; null for a top-up.',
      SUBSCRIPTION_ID,
    ),
    projectId: field(z.string(), 'The project it belongs to.', '019a6b3e-0b00-7a10-9c00-0a1b2c3d4e5f'),
    planId: field(z.int().nullable(), 'Null for a top-up.', 2),
    billingCycle: field(z.enum(BILLING_CYCLES).nullable(), 'Null for a top-up.', 'MONTHLY'),
    businessId: field(z.string(), 'The business it belongs to.', '019a6b3e-0a00-7a10-9c00-0a1b2c3d4e5f'),
    providerId: field(z.string().nullable(), 'The provider that received the money; null until it settled.', 'sandbox'),
    reference: field(
      z.string(),
      'The value of the account that was paid; before the payment, that of the first account.',
      'SLP-8F3KQ2M7T4WX',
    ),
    amountUsd: field(z.string(), 'The amount in dollars, at the rate of its quote.', '19.302813'),
    description: field(z.string(), 'The description of the request.', 'October'),
    clientReference: referenceView,
    metadata: metadataView,
    exceptions: field(
      z.array(z.enum(PAYMENT_EXCEPTIONS)),
      'Exceptions of the payment, such as late or surplus money. That money was credited to the balance.',
      [],
    ),
    createdBy: field(z.string(), 'The person or key that created it.', 'key:019a6b3e-0c00-7a10-9c00-0a1b2c3d4e5f'),
    createdAt: field(instant, 'The time at which it was created.', AT),
    updatedAt: field(instant, 'The time of its last update.', '2026-11-21T11:05:44.862Z'),
    expiryAt: field(instant, 'The time at which the price expires.', '2026-11-21T11:35:12.310Z'),
  })
  .meta({ id: 'Payment', description: 'A payment for a plan or a top-up.' })
export type PaymentView = z.infer<typeof paymentView>

/** A payment in a list of the portal: with the name of its plan, `Wallet Scale`; null of a top-up. */
export type PlanNamed<Payment> = Payment & { planName: string | null }

export const paymentPage = z.object({
  items: z.array(paymentView).describe('The items of this page.'),
  total: field(z.int(), 'The total number of items.', 1),
  page: field(z.int(), 'The requested value.', 1),
  pageSize: field(z.int(), 'The requested value.', 20),
})

export const paymentParams = z.object({ id: field(z.uuid(), 'The id of the payment.', ID) })
export const paymentsOfSubscriptionParams = z.object({
  subscriptionId: field(z.uuid(), 'The id of the subscription.', SUBSCRIPTION_ID),
})

export const listPaymentsQuery = z.strictObject({
  page: integerField(1, 1_000_000, 'The page number, starting at 1.', 1),
  pageSize: integerField(1, 100, 'Items per page.', 20),
  purpose: field(z.enum(PAYMENT_PURPOSES).optional(), 'Filters by purpose.', 'SUBSCRIPTION'),
  status: field(z.enum(PAYMENT_STATES).optional(), 'Filters by status.', 'SUCCESS'),
  subscriptionId: field(z.uuid().optional(), 'Filters by subscription.', SUBSCRIPTION_ID),
  clientReference: clientReferenceFilter,
  metadata: metadataFilter,
})
export type ListPaymentsQuery = z.output<typeof listPaymentsQuery> & Pick<PaymentFilter, 'search' | 'from' | 'to'>

/** The query of a list. */
export const paymentFilter = z.object({
  page: pageNumber,
  purpose: z.enum(PAYMENT_PURPOSES).optional(),
  status: z.enum(PAYMENT_STATES).optional(),
  /** The beginning of a reference or of an id. */
  search: z.string().trim().max(120).optional(),
  metadata: metadataFilter,
  from: periodEnd.optional(),
  to: periodEnd.optional(),
})
type PaymentFilter = z.output<typeof paymentFilter>

/** A part of the whole list, for a file. */
export const paymentPart = paymentFilter.omit({ page: true }).extend({ after: listPart })
export type PaymentPartInput = z.output<typeof paymentPart>
export const paymentRef = z.object({ paymentId: z.uuid() })

/** Money that was received for a payment. */
export type PaymentReceipt = {
  id: string
  provider: string
  /** The received amount, a decimal of `unit`. */
  amount: string
  unit: string
  /** Naira, as a decimal, at the rate of the payment. */
  valueNgn: string
  /** The part that was credited to the balance; null if nothing was. */
  creditedUsd: string | null
  outcome: ReceiptOutcome
  exceptions: PaymentException[]
  paidAt: string
}

/** A refund of money of a payment. */
export type PaymentRefund = {
  id: string
  state: RefundState
  to: 'PROVIDER' | 'BALANCE'
  amount: string
  unit: string
  createdAt: string
  endedAt: string | null
}

/**
 * A payment as people see it: where to send its money, what was received, and its outcome. Money is exact decimals.
 */
export type PaymentDetail = Pick<
  PaymentView,
  | 'id'
  | 'purpose'
  | 'status'
  | 'paymentRef'
  | 'amountUsd'
  | 'description'
  | 'clientReference'
  | 'metadata'
  | 'exceptions'
  | 'createdAt'
  | 'updatedAt'
> & {
  change: PaymentChange
  plan: { id: number; productName: string; name: string; billingCycle: BillingCycle } | null
  periodStart: string | null
  periodEnd: string | null
  /** The amount to pay; `fullPriceNgn` is this amount plus the credit. */
  amountNgn: string
  creditNgn: string
  fullPriceNgn: string
  ngnPerUsd: string
  /** The received amount that counts for the payment. */
  receivedNgn: string
  leftNgn: string
  expiryAt: string
  settledAt: string | null
  closedAt: string | null
  /** A later quote replaced it. */
  isReplaced: boolean
  /** The time of the server, for clients whose clocks are wrong. */
  readAt: string
  /** Some account is still being opened. */
  isOpening: boolean
  /** Accounts that could not be opened. */
  notOpened: UnopenedAccount[]
  accounts: PayableAccount[]
  receipts: PaymentReceipt[]
  refunds: PaymentRefund[]
}

const cycleField = field(z.enum(BILLING_CYCLES), 'The billing cycle.', 'MONTHLY')

const topUpBody = z
  .strictObject({
    purpose: field(z.literal('WALLET_TOPUP'), 'A top-up of the balance, in dollars.', 'WALLET_TOPUP'),
    amountUsd: amountUsdField,
    description: descriptionField,
    ...clientTagFields,
  })
  .meta({ id: 'TopUpRequest', description: 'A top-up of the balance, in dollars.' })
const subscriptionBody = z
  .strictObject({
    purpose: field(z.literal('SUBSCRIPTION'), 'The purchase, renewal or change of a plan.', 'SUBSCRIPTION'),
    planId: field(numericId, 'The plan.', 2),
    billingCycle: cycleField,
    description: descriptionField,
    ...clientTagFields,
  })
  .meta({ id: 'PlanRequest', description: 'The purchase, renewal or change of a plan.' })
export const subscribeBody = z.discriminatedUnion('purpose', [topUpBody, subscriptionBody])
export type SubscribeBody = z.output<typeof subscribeBody>

export const subscribeQuery = z.strictObject({
  providerType: field(
    z.enum(['FIAT', 'STABLECOIN']).optional(),
    'The accounts to open; by default those of every active provider.',
    'FIAT',
  ),
})

/** A person's input for a top-up. */
export const topUpForm = z.object({ amountUsd: amountUsdText })
/** The requests of a page, with dollars as text. */
export const subscribeInput = z.object({
  request: z.discriminatedUnion('purpose', [
    z.object({ purpose: z.literal('WALLET_TOPUP'), amountUsd: amountUsdText, description: descriptionField }),
    z.object({
      purpose: z.literal('SUBSCRIPTION'),
      planId: numericId,
      billingCycle: z.enum(BILLING_CYCLES),
      description: descriptionField,
    }),
  ]),
})
