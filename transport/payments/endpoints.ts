import { z } from 'zod'
import { depositAccountView, unopenedAccountView } from '@/schemas/payments/accounts/contract'
import {
  listPaymentsQuery,
  paymentPage,
  paymentParams,
  paymentsOfSubscriptionParams,
  paymentView,
  subscribeBody,
  subscribeQuery,
} from '@/schemas/payments/contract'
import { quoteView } from '@/schemas/payments/quotes/contract'
import { endpoint, reply } from '@/server/api/endpoint'
import { inTenantReading, workerCtx } from '@/server/ctx'
import { listOpeners } from '@/server/payments/accounts/list-openers'
import type { OpenedAccounts } from '@/server/payments/accounts/open-accounts'
import { readOpenedAccounts } from '@/server/payments/accounts/read-opened-accounts'
import { waitForOpenedAccounts } from '@/server/payments/accounts/wait-for-opened-accounts'
import { getPayment } from '@/server/payments/get-payment'
import { listPayments, listPaymentsOfSubscription } from '@/server/payments/list-payments'
import { findUnderReference } from '@/server/payments/quotes/find-under-reference'
import { getQuote } from '@/server/payments/quotes/get-quote'
import { type OpenedPayment, subscribe } from '@/server/payments/subscribe'
import { requireProject } from '@/server/projects/require-project'

const OF_PRICE = {
  plan_not_found: 'planId',
  downgrade_refused: 'planId',
  paid_plan_runs: 'planId',
  rate_unavailable: null,
} as const
const toReply = ({ accounts, notOpened }: OpenedAccounts) =>
  notOpened.length === 0
    ? reply(200, 'Deposit accounts', accounts)
    : { ...reply(200, 'Deposit accounts; some could not be opened', accounts), beside: { notOpened } }

/** Null if a free plan began at once. */
const openedReply = (opened: OpenedPayment | null) =>
  opened === null
    ? reply(200, 'Plan activated', [])
    : {
        ...reply(200, 'Deposit accounts', [], { resourceId: opened.paymentId }),
        afterCommit: async () => toReply(await opened.openAccounts()),
      }

/** Providers open their accounts in parallel, within 5 s each. */
const OPENING_MS = 10_000

export const quotePaymentEndpoint = endpoint({
  id: 'quotePayment',
  method: 'POST',
  path: '/v1/payments/quote',
  summary: 'Price a payment',
  description:
    'Returns the current price, calculated in the same way as for the payment. No account is opened. A free plan costs zero. A plan that you cannot choose now returns 422, and 503 means that no current exchange rate is available. The body is that of the payment; `clientReference` and `metadata` change nothing.',
  tags: ['Payments'],
  auth: 'liveKey',
  scope: 'payments:read',
  rateLimit: 'read',
  exactNumbers: true,
  body: subscribeBody,
  refusals: OF_PRICE,
  replies: { 200: quoteView },
  async handle({ ctx, body }) {
    return reply(200, 'Quote', await getQuote(requireProject(ctx), body))
  },
})

export const subscribeEndpoint = endpoint({
  id: 'subscribe',
  method: 'POST',
  path: '/v1/payments/subscribe',
  summary: 'Open deposit accounts',
  description:
    'Opens a payment for a plan or a top-up of the USD balance. A free plan is activated immediately, and the list is empty. All accounts belong to one payment. The first account that receives the full amount settles it. A later payment for the same product replaces it. Accounts that could not be opened are listed in `notOpened`, beside `data`. The payment, and the subscription that it begins, keep `clientReference` and `metadata`. A call that opened no account (503 `providers_unavailable`) gives its `clientReference` back.',
  tags: ['Payments'],
  auth: 'liveKey',
  scope: 'payments:write',
  rateLimit: 'write',
  idempotent: 'optional',
  exactNumbers: true,
  query: subscribeQuery,
  body: subscribeBody,
  refusals: {
    ...OF_PRICE,
    open_payments_limit: null,
    providers_unavailable: null,
    accounts_opening: null,
    reference_used: 'clientReference',
  },
  beside: z.object({
    notOpened: z
      .array(unopenedAccountView)
      .optional()
      .describe('Accounts of the payment that could not be opened; absent if all were opened.'),
  }),
  replies: { 200: z.array(depositAccountView) },
  prepare: ({ query }) => listOpeners(workerCtx(), query.providerType),
  async findRepeated({ tenant, body }) {
    const made = await inTenantReading(tenant, (ctx) => findUnderReference(ctx, body))
    if (made === null) return null
    const { paymentId } = made
    if (paymentId === null) return openedReply(null)
    return openedReply({ paymentId, openAccounts: () => waitForOpenedAccounts(workerCtx(), paymentId, OPENING_MS) })
  },
  async handle({ ctx, body, prepared }) {
    return openedReply(await subscribe(requireProject(ctx), { request: body, openers: prepared }))
  },
  resume: {
    afterMs: OPENING_MS,
    answer: async (paymentId) => toReply(await readOpenedAccounts(workerCtx(), paymentId)),
  },
})

export const listPaymentsEndpoint = endpoint({
  id: 'listPayments',
  method: 'GET',
  path: '/v1/payments',
  summary: 'List payments',
  description: 'Newest first.',
  tags: ['Payments'],
  auth: 'liveKey',
  scope: 'payments:read',
  rateLimit: 'read',
  query: listPaymentsQuery,
  replies: { 200: paymentPage },
  async handle({ ctx, query }) {
    const { items, total, page, pageSize } = await listPayments(requireProject(ctx), query)
    return reply(200, 'Payments retrieved', { items, total, page, pageSize })
  },
})

export const getPaymentEndpoint = endpoint({
  id: 'getPayment',
  method: 'GET',
  path: '/v1/payments/{id}',
  summary: 'Read a payment',
  description: 'Read it until `status` is not PENDING, or wait for `payment.settled` and `payment.failed`.',
  tags: ['Payments'],
  auth: 'liveKey',
  scope: 'payments:read',
  rateLimit: 'read',
  params: paymentParams,
  refusals: { payment_not_found: 'id' },
  replies: { 200: paymentView },
  async handle({ ctx, params }) {
    return reply(200, 'Payment retrieved', await getPayment(requireProject(ctx), params.id))
  },
})

export const listPaymentsOfSubscriptionEndpoint = endpoint({
  id: 'listPaymentsOfSubscription',
  method: 'GET',
  path: '/v1/payments/subscription/{subscriptionId}',
  summary: 'List the payments of a subscription',
  description: 'Lists them, newest first.',
  tags: ['Payments'],
  auth: 'liveKey',
  scope: 'payments:read',
  rateLimit: 'read',
  params: paymentsOfSubscriptionParams,
  refusals: { subscription_not_found: 'subscriptionId' },
  replies: { 200: z.array(paymentView) },
  async handle({ ctx, params }) {
    const found = await listPaymentsOfSubscription(requireProject(ctx), params.subscriptionId)
    return reply(200, 'Payments retrieved', found)
  },
})
