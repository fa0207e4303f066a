import { z } from 'zod'
import { integerField, numericId } from '@/schemas/text/contract'
import { pageNumber } from '@/server/paging'
import { field } from '@/server/text/field'
import { clientReferenceFilter, metadataFilter, metadataView, referenceView } from '@/server/text/tags'
import { SUBSCRIPTION_STATES, type SubscriptionState } from './words'

/** A product and the plan a project has of it, if any. */
export type ProjectPlan = {
  productId: number
  productName: string
  planId: number | null
  planName: string | null
  capabilities: string[]
  endDate: string | null
}

export const projectPlanRef = z.object({ businessId: z.uuid(), projectId: z.uuid() })
export const setProjectPlanInput = projectPlanRef.extend({
  productId: numericId,
  /** Null takes the product away. */
  planId: numericId.nullable(),
})
export type SetProjectPlanInput = z.output<typeof setProjectPlanInput>

/** A plan that an operator grants to a project for a year, with the terms at the time of the proposal. */
export const planGrant = projectPlanRef.extend({
  productId: z.int(),
  planId: z.int(),
  projectName: z.string(),
  planName: z.string(),
  yearlyNgn: z.string(),
  /** US dollars of gas a day and chain. */
  sponsoredDailyUsd: z.int(),
})
export type PlanGrant = z.output<typeof planGrant>

const ID = '019a6b3e-7e40-7a18-9c02-4d6f0c9e2b71'
const AT = '2026-11-21T11:05:12.310Z'
const instant = z.iso.datetime()

/** Spec 2.7. */
export const subscriptionView = z
  .object({
    id: field(z.uuid(), 'The id of the subscription.', ID),
    projectId: field(z.string(), 'The project it belongs to.', '019a6b3e-0b00-7a10-9c00-0a1b2c3d4e5f'),
    businessId: field(z.string(), 'The business it belongs to.', '019a6b3e-0a00-7a10-9c00-0a1b2c3d4e5f'),
    planId: field(z.int(), 'The plan that it grants.', 2),
    billingCycle: field(z.enum(['MONTHLY', 'YEARLY']), 'The billing cycle.', 'MONTHLY'),
    status: field(
      z.enum(SUBSCRIPTION_STATES),
      'PENDING until it is paid; PAST_DUE for 7 days after its end, with full access.',
      'ACTIVE',
    ),
    subscriptionType: field(z.string(), 'RECURRING: it is paid each period.', 'RECURRING'),
    startDate: field(instant, 'Since when.', AT),
    endDate: field(instant, 'The end of the paid period.', '2026-12-21T11:05:12.310Z'),
    autoRenew: field(z.boolean(), 'Whether the balance pays the next period at `endDate`.', true),
    creditAmount: field(z.number(), 'The credit for the previous plan, in kobo.', 0),
    paymentRef: field(z.string(), 'The reference of the last payment; empty if there is none.', 'PAY-5K8QZ2M7T4WX'),
    clientReference: referenceView,
    metadata: metadataView,
    createdBy: field(z.string(), 'The person or key that created it.', 'key:019a6b3e-0c00-7a10-9c00-0a1b2c3d4e5f'),
    createdAt: field(instant, 'The time at which it was created.', AT),
    updatedAt: field(instant, 'The time of its last update.', AT),
  })
  .meta({ id: 'BillingSubscription', description: 'A current, past or pending subscription to a plan.' })
export type SubscriptionView = z.infer<typeof subscriptionView>

export const subscriptionPage = z.object({
  items: z.array(subscriptionView).describe('The items of this page.'),
  total: field(z.int(), 'The total number of items.', 1),
  page: field(z.int(), 'The requested value.', 1),
  pageSize: field(z.int(), 'The requested value.', 20),
})

export const subscriptionParams = z.object({ id: field(z.uuid(), 'The id of the subscription.', ID) })
export const listSubscriptionsQuery = z.strictObject({
  page: integerField(1, 1_000_000, 'The page number, starting at 1.', 1),
  pageSize: integerField(1, 100, 'Items per page.', 20),
  status: field(z.enum(SUBSCRIPTION_STATES).optional(), 'Filters by status.', 'ACTIVE'),
  clientReference: clientReferenceFilter,
  metadata: metadataFilter,
})
export type ListSubscriptionsQuery = z.output<typeof listSubscriptionsQuery>

export const autoRenewBody = z.strictObject({
  autoRenew: field(z.boolean(), 'Whether the balance pays the next period at `endDate`.', true),
})

/** The reference that a page sends. */
export const subscriptionRef = z.object({ subscriptionId: z.uuid() })
export const setAutoRenewInput = subscriptionRef.extend({ autoRenew: z.boolean() })

/** A subscription as pages list it: one that runs, ended or waits for its money. Moments as ISO texts. */
export type PastSubscription = {
  id: string
  productName: string
  planName: string
  billingCycle: 'MONTHLY' | 'YEARLY'
  status: SubscriptionState
  startDate: string
  endDate: string
  autoRenew: boolean
  /** The payment that paid it last, and its amount in naira; null if it was free or given. */
  payment: { id: string; paymentRef: string; amountNgn: string } | null
  /** The customer's own id for the request that opened it. */
  clientReference: string | null
}

export const subscriptionHistoryQuery = z.object({
  page: pageNumber,
  /** A complete id, or the beginning of a `clientReference` or of a payment's reference, in any case. */
  search: z.string().trim().max(128).optional(),
  metadata: metadataFilter,
})
export type SubscriptionHistoryQuery = z.output<typeof subscriptionHistoryQuery>
export const projectHistoryQuery = projectPlanRef.extend(subscriptionHistoryQuery.shape)
