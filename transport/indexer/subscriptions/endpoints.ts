import { z } from 'zod'
import { newId } from '@/db/new-id'
import {
  createIndexerSubscriptionBody,
  indexerSubscriptionPage,
  indexerSubscriptionView,
  listIndexerSubscriptionsQuery,
  newIndexerSubscriptionView,
  updateIndexerSubscriptionBody,
} from '@/schemas/indexer/contract'
import { recoveryBody, recoveryView } from '@/schemas/webhooks/destination-fields/contract'
import { endpoint, reply } from '@/server/api/endpoint'
import { createIndexerSubscription } from '@/server/indexer/subscriptions/create-indexer-subscription'
import { deleteIndexerSubscription } from '@/server/indexer/subscriptions/delete-indexer-subscription'
import { getIndexerSubscription } from '@/server/indexer/subscriptions/get-indexer-subscription'
import { listIndexerSubscriptions } from '@/server/indexer/subscriptions/list-indexer-subscriptions'
import { OF_SUBSCRIPTION } from '@/server/indexer/subscriptions/of-subscription'
import { preparePatch, prepareSubscription } from '@/server/indexer/subscriptions/prepare-subscription'
import { recoverIndexerSubscription } from '@/server/indexer/subscriptions/recover-indexer-subscription'
import { rotateIndexerSecret } from '@/server/indexer/subscriptions/rotate-indexer-secret'
import { testIndexerSubscription } from '@/server/indexer/subscriptions/test-indexer-subscription'
import { updateIndexerSubscription } from '@/server/indexer/subscriptions/update-indexer-subscription'
import { toListReply } from '@/server/paging'
import { requireProject } from '@/server/projects/require-project'
import { EVENT_SUBSCRIPTION } from '@/server/webhooks/destinations/destination-kinds'
import { newDestinationSecret } from '@/server/webhooks/destinations/new-destination-secret'

export const createIndexerSubscriptionEndpoint = endpoint({
  id: 'createIndexerSubscription',
  method: 'POST',
  path: '/v1/indexer/subscriptions',
  summary: 'Subscribe to events',
  description: [
    'Sends the decoded events of a contract to your webhook, from the next block on. Each event is sent once its block is final under the rule of its chain. With fewer `confirmations` it is sent earlier, and again with `status` reverted if its block is replaced. `signingSecret` is shown only in this response.',
    'Requires capability `indexer.subscribe.evm`, for SOL `indexer.subscribe.solana`.',
  ].join('\n\n'),
  tags: ['Blockchain events'],
  auth: 'liveKey',
  scope: 'indexer:write',
  capability: ({ body }) => (body.network === 'SOL' ? 'indexer.subscribe.solana' : 'indexer.subscribe.evm'),
  rateLimit: 'write',
  body: createIndexerSubscriptionBody,
  refusals: {
    chain_unavailable: 'network',
    testnets_only: 'network',
    chain_unreachable: null,
    key_service_unavailable: null,
  },
  replies: { 201: newIndexerSubscriptionView },
  async prepare({ body, tenant }) {
    const prepared = await prepareSubscription(tenant, body)
    return { ...prepared, newSecret: await newDestinationSecret(EVENT_SUBSCRIPTION, newId()) }
  },
  async handle({ ctx, prepared }) {
    return reply(201, 'Subscription created', await createIndexerSubscription(requireProject(ctx), prepared))
  },
})

export const listIndexerSubscriptionsEndpoint = endpoint({
  id: 'listIndexerSubscriptions',
  method: 'GET',
  path: '/v1/indexer/subscriptions',
  summary: 'List event subscriptions',
  tags: ['Blockchain events'],
  auth: 'liveKey',
  scope: 'indexer:read',
  capability: 'indexer.subscription.update',
  rateLimit: 'read',
  query: listIndexerSubscriptionsQuery,
  replies: { 200: indexerSubscriptionPage },
  async handle({ ctx, query }) {
    return reply(
      200,
      'Subscriptions retrieved',
      toListReply(await listIndexerSubscriptions(requireProject(ctx), query)),
    )
  },
})

export const getIndexerSubscriptionEndpoint = endpoint({
  ...OF_SUBSCRIPTION,
  id: 'getIndexerSubscription',
  method: 'GET',
  path: '/v1/indexer/subscriptions/{id}',
  summary: 'Read an event subscription',
  scope: 'indexer:read',
  rateLimit: 'read',
  replies: { 200: indexerSubscriptionView },
  async handle({ ctx, params }) {
    return reply(200, 'Subscription retrieved', await getIndexerSubscription(requireProject(ctx), params.id))
  },
})

export const updateIndexerSubscriptionEndpoint = endpoint({
  ...OF_SUBSCRIPTION,
  id: 'updateIndexerSubscription',
  method: 'PATCH',
  path: '/v1/indexer/subscriptions/{id}',
  summary: 'Change an event subscription',
  description:
    'Requires at least one field. Events that happen while it is paused are not sent, and are counted in `droppedCount`. A change of `confirmations` neither skips nor repeats events.',
  scope: 'indexer:write',
  rateLimit: 'write',
  body: updateIndexerSubscriptionBody,
  replies: { 200: indexerSubscriptionView },
  prepare: ({ body }) => preparePatch(body),
  async handle({ ctx, params, body }) {
    const changed = await updateIndexerSubscription(requireProject(ctx), { ...params, ...body })
    return reply(200, 'Subscription updated', changed)
  },
})

export const deleteIndexerSubscriptionEndpoint = endpoint({
  ...OF_SUBSCRIPTION,
  id: 'deleteIndexerSubscription',
  method: 'DELETE',
  path: '/v1/indexer/subscriptions/{id}',
  summary: 'Delete an event subscription',
  description: 'No more events are sent. The delivery logs are kept.',
  scope: 'indexer:write',
  rateLimit: 'write',
  replies: { 200: z.null() },
  async handle({ ctx, params }) {
    await deleteIndexerSubscription(requireProject(ctx), params.id)
    return reply(200, 'Subscription deleted', null)
  },
})

export const rotateIndexerSecretEndpoint = endpoint({
  ...OF_SUBSCRIPTION,
  id: 'rotateIndexerSecret',
  method: 'POST',
  path: '/v1/indexer/subscriptions/{id}/rotate-secret',
  summary: 'Rotate the signing secret',
  description:
    'The new secret is shown only in this response. For 24 hours, deliveries are also signed with the previous secret.',
  scope: 'indexer:write',
  rateLimit: 'write',
  replies: { 200: newIndexerSubscriptionView },
  refusals: { ...OF_SUBSCRIPTION.refusals, key_service_unavailable: null },
  prepare: ({ params }) => newDestinationSecret(EVENT_SUBSCRIPTION, params.id),
  async handle({ ctx, prepared: newSecret }) {
    return reply(200, 'Signing secret rotated', await rotateIndexerSecret(requireProject(ctx), newSecret))
  },
})

export const testIndexerSubscriptionEndpoint = endpoint({
  ...OF_SUBSCRIPTION,
  id: 'testIndexerSubscription',
  method: 'POST',
  path: '/v1/indexer/subscriptions/{id}/test',
  summary: 'Send a test event',
  description:
    'Sends a test event with `eventType` test, signed like any other event. It is not counted and has no delivery log. A project can send ten per minute. While the subscription is paused, the event waits.',
  scope: 'indexer:write',
  rateLimit: 'write',
  replies: { 202: z.null() },
  async handle({ ctx, params }) {
    await testIndexerSubscription(requireProject(ctx), params.id)
    return reply(202, 'Test event queued', null)
  },
})

export const recoverIndexerSubscriptionEndpoint = endpoint({
  ...OF_SUBSCRIPTION,
  id: 'recoverIndexerSubscription',
  method: 'POST',
  path: '/v1/indexer/subscriptions/{id}/recover',
  summary: 'Recover failed deliveries',
  description:
    'Restarts the retry schedule of events that failed since a given time, with the same `id` and body. Use it after an outage of your URL. A call recovers at most 10,000 events, oldest first. Repeat it until `count` is 0. Use a replay for dropped events. While the subscription is paused, the events wait.',
  scope: 'indexer:write',
  rateLimit: 'write',
  body: recoveryBody,
  replies: { 202: recoveryView },
  async handle({ ctx, params, body }) {
    const request = { ...params, since: new Date(body.since) }
    return reply(202, 'Failed events queued', { count: await recoverIndexerSubscription(requireProject(ctx), request) })
  },
})
