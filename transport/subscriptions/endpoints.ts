import {
  autoRenewBody,
  listSubscriptionsQuery,
  subscriptionPage,
  subscriptionParams,
  subscriptionView,
} from '@/schemas/subscriptions/contract'
import { endpoint, reply } from '@/server/api/endpoint'
import { requireProject } from '@/server/projects/require-project'
import { cancelSubscription } from '@/server/subscriptions/cancel-subscription'
import { listSubscriptions } from '@/server/subscriptions/list-subscriptions'
import { setAutoRenew } from '@/server/subscriptions/set-auto-renew'

export const listSubscriptionsEndpoint = endpoint({
  id: 'listSubscriptions',
  method: 'GET',
  path: '/v1/subscriptions',
  summary: 'List subscriptions',
  description: 'Newest first, including ended subscriptions.',
  tags: ['Subscriptions'],
  auth: 'liveKey',
  scope: 'payments:read',
  rateLimit: 'read',
  query: listSubscriptionsQuery,
  replies: { 200: subscriptionPage },
  async handle({ ctx, query }) {
    const { items, total, page, pageSize } = await listSubscriptions(requireProject(ctx), query)
    return reply(200, 'Subscriptions retrieved', { items, total, page, pageSize })
  },
})

const OF_SWITCH = { subscription_not_found: 'id', subscription_ended: 'id' } as const

export const cancelSubscriptionEndpoint = endpoint({
  id: 'cancelSubscription',
  method: 'POST',
  path: '/v1/subscriptions/{id}/cancel',
  summary: 'Cancel a subscription',
  description: 'The subscription stays ACTIVE until `endDate` and does not renew. To undo this, switch its renewal on.',
  tags: ['Subscriptions'],
  auth: 'liveKey',
  scope: 'payments:write',
  rateLimit: 'write',
  params: subscriptionParams,
  refusals: OF_SWITCH,
  replies: { 200: subscriptionView },
  async handle({ ctx, params }) {
    const canceled = await cancelSubscription(requireProject(ctx), params.id)
    return reply(200, 'Subscription canceled', canceled)
  },
})

export const setAutoRenewEndpoint = endpoint({
  id: 'setAutoRenew',
  method: 'POST',
  path: '/v1/subscriptions/{id}/auto-renew',
  summary: 'Switch renewal of a subscription',
  description: 'Whether the USD balance pays the next period at `endDate`.',
  tags: ['Subscriptions'],
  auth: 'liveKey',
  scope: 'payments:write',
  rateLimit: 'write',
  params: subscriptionParams,
  body: autoRenewBody,
  refusals: OF_SWITCH,
  replies: { 200: subscriptionView },
  async handle({ ctx, params, body }) {
    const switched = await setAutoRenew(requireProject(ctx), { id: params.id, autoRenew: body.autoRenew })
    return reply(200, 'Renewal switched', switched)
  },
})
