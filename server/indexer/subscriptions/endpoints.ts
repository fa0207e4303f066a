import { z } from 'zod'
import { newId } from '@/db/new-id'
import { endpoint, reply } from '@/server/api/endpoint'
import { toListReply } from '@/server/paging'
import { requireProject } from '@/server/projects/require-project'
import { recoveryBody, recoveryView } from '@/server/webhooks/receivers/contract'
import {
  createIndexerSubscriptionBody,
  indexerSubscriptionPage,
  indexerSubscriptionView,
  listIndexerSubscriptionsQuery,
  newIndexerSubscriptionView,
  updateIndexerSubscriptionBody,
} from '../contract'
import { createIndexerSubscription } from './create-indexer-subscription'
import { deleteIndexerSubscription } from './delete-indexer-subscription'
import { getIndexerSubscription } from './get-indexer-subscription'
import { listIndexerSubscriptions } from './list-indexer-subscriptions'
import { newSigningSecret } from './new-signing-secret'
import { OF_SUBSCRIPTION } from './of-subscription'
import { preparePatch, prepareSubscription } from './prepare-subscription'
import { recoverIndexerSubscription } from './recover-indexer-subscription'
import { rotateIndexerSecret } from './rotate-indexer-secret'
import { testIndexerSubscription } from './test-indexer-subscription'
import { updateIndexerSubscription } from './update-indexer-subscription'

export const createIndexerSubscriptionEndpoint = endpoint({
  id: 'createIndexerSubscription',
  method: 'POST',
  path: '/v1/indexer/subscriptions',
  summary: 'Subscribe to events',
  description: [
    'Sends the events of a contract to your webhook, decoded, from the next block on. Each is sent once its block is final by the rule of its chain, so that none is taken back; with fewer `confirmations` earlier, and then again with `status` reverted where its block is replaced. `signingSecret` is shown in this answer only.',
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
    return { ...prepared, made: await newSigningSecret(newId()) }
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
    'At least one field. What happens while it is paused is not sent, and counted in `droppedCount`. A change of `confirmations` loses and repeats no event.',
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
  description: 'Nothing more is sent. Its delivery logs stay.',
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
    'The new secret is shown in this answer only. For 24 hours deliveries carry a second signature under the one before.',
  scope: 'indexer:write',
  rateLimit: 'write',
  replies: { 200: newIndexerSubscriptionView },
  refusals: { ...OF_SUBSCRIPTION.refusals, key_service_unavailable: null },
  prepare: ({ params }) => newSigningSecret(params.id),
  async handle({ ctx, prepared: made }) {
    return reply(200, 'Signing secret rotated', await rotateIndexerSecret(requireProject(ctx), made))
  },
})

export const testIndexerSubscriptionEndpoint = endpoint({
  ...OF_SUBSCRIPTION,
  id: 'testIndexerSubscription',
  method: 'POST',
  path: '/v1/indexer/subscriptions/{id}/test',
  summary: 'Send a test event',
  description:
    'Sends an event that never happened, with `eventType` test, signed like any other. It counts for nothing and has no delivery log. At most ten a minute for a project; while the subscription is paused it waits.',
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
  summary: 'Recover what failed',
  description:
    'Puts the events that were given up since a moment back on the retry schedule, from its start, with the same `id` and body: for a receiver that was away. The oldest first and at most 10,000 at once; ask again until `count` is 0. What was dropped comes by a replay. While the subscription is paused they wait.',
  scope: 'indexer:write',
  rateLimit: 'write',
  body: recoveryBody,
  replies: { 202: recoveryView },
  async handle({ ctx, params, body }) {
    const wish = { ...params, since: new Date(body.since) }
    return reply(202, 'Failed events queued', { count: await recoverIndexerSubscription(requireProject(ctx), wish) })
  },
})
