import { z } from 'zod'
import { endpoint, reply } from '@/server/api/endpoint'
import { toListReply } from '@/server/paging'
import { requireProject } from '@/server/projects/require-project'
import { eventTypePage } from './catalog/contract'
import { listEventTypes } from './catalog/list-event-types'
import {
  createIndexerSubscriptionBody,
  indexerSubscriptionPage,
  indexerSubscriptionParams,
  indexerSubscriptionView,
  listIndexerSubscriptionsQuery,
  newIndexerSubscriptionView,
  updateIndexerSubscriptionBody,
} from './contract'
import { indexerLogPage, indexerLogParams, indexerLogView, listIndexerLogsQuery } from './logs/contract'
import { getIndexerLog } from './logs/get-indexer-log'
import { listIndexerLogs } from './logs/list-indexer-logs'
import { resendIndexerLog } from './logs/resend-indexer-log'
import { cancelReplay } from './replays/cancel-replay'
import { listReplaysQuery, replayBody, replayPage, replayParams, replayView } from './replays/contract'
import { createReplay } from './replays/create-replay'
import { getReplay } from './replays/get-replay'
import { listReplays } from './replays/list-replays'
import { prepareReplay } from './replays/prepare-replay'
import { createIndexerSubscription } from './subscriptions/create-indexer-subscription'
import { deleteIndexerSubscription } from './subscriptions/delete-indexer-subscription'
import { getIndexerSubscription } from './subscriptions/get-indexer-subscription'
import { listIndexerSubscriptions } from './subscriptions/list-indexer-subscriptions'
import { preparePatch, prepareSubscription } from './subscriptions/prepare-subscription'
import { rotateIndexerSecret } from './subscriptions/rotate-indexer-secret'
import { testIndexerSubscription } from './subscriptions/test-indexer-subscription'
import { updateIndexerSubscription } from './subscriptions/update-indexer-subscription'
import { toWholeList } from './view'

/** Of every operation that names a subscription. */
const OF_SUBSCRIPTION = {
  tags: ['Blockchain events'],
  auth: 'liveKey',
  capability: 'indexer.subscription.update',
  params: indexerSubscriptionParams,
  refusals: { indexer_subscription_not_found: 'id' },
} as const

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
  refusals: { chain_unavailable: 'network', testnets_only: 'network', chain_unreachable: null },
  replies: { 201: newIndexerSubscriptionView },
  prepare: ({ body, tenant }) => prepareSubscription(tenant, body),
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
  async handle({ ctx, params }) {
    return reply(200, 'Signing secret rotated', await rotateIndexerSecret(requireProject(ctx), params.id))
  },
})

export const listEventTypesEndpoint = endpoint({
  id: 'listEventTypes',
  method: 'GET',
  path: '/v1/indexer/events',
  summary: 'List event types',
  description:
    'The catalog: the keys a subscription can name. A log whose layout is not the one of the standard is not delivered under a key; name such an event by its signature.',
  tags: ['Blockchain events'],
  auth: 'liveKey',
  scope: 'indexer:read',
  capability: 'indexer.history.read',
  rateLimit: 'read',
  replies: { 200: eventTypePage },
  async handle() {
    return reply(200, 'Event types retrieved', toWholeList(listEventTypes()))
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

export const createIndexerReplayEndpoint = endpoint({
  ...OF_SUBSCRIPTION,
  id: 'createIndexerReplay',
  method: 'POST',
  path: '/v1/indexer/subscriptions/{id}/replay',
  summary: 'Replay past events',
  description: [
    'Tells the subscription of the events of past blocks, also of those before it was made and of those that were dropped while it was paused. Each is sent once, in their order among themselves, with the `id` it had; its logs say `isReplay`. What the subscription is told of as it happens does not wait.',
    'Final blocks only: a later end means the newest final block. At most 1,000,000 blocks at once, and three replays of a project under way. The same request while its replay runs answers that replay. While the subscription is paused it waits.',
  ].join('\n\n'),
  scope: 'indexer:write',
  rateLimit: 'write',
  body: replayBody,
  refusals: {
    ...OF_SUBSCRIPTION.refusals,
    chain_unavailable: null,
    chain_unreachable: null,
    too_many_replays: null,
  },
  replies: { 202: replayView },
  prepare: ({ params, body, tenant }) => prepareReplay(tenant, { ...params, ...body }),
  async handle({ ctx, params, prepared }) {
    return reply(202, 'Replay started', await createReplay(requireProject(ctx), { ...params, ...prepared }))
  },
})

export const listIndexerReplaysEndpoint = endpoint({
  ...OF_SUBSCRIPTION,
  id: 'listIndexerReplays',
  method: 'GET',
  path: '/v1/indexer/subscriptions/{id}/replays',
  summary: 'List replays',
  scope: 'indexer:read',
  rateLimit: 'read',
  query: listReplaysQuery,
  replies: { 200: replayPage },
  async handle({ ctx, params, query }) {
    return reply(200, 'Replays retrieved', toListReply(await listReplays(requireProject(ctx), { ...params, ...query })))
  },
})

/** Of every operation that names a replay. */
const OF_REPLAY = {
  ...OF_SUBSCRIPTION,
  params: replayParams,
  refusals: { ...OF_SUBSCRIPTION.refusals, indexer_replay_not_found: 'replayId' },
  replies: { 200: replayView },
} as const

export const getIndexerReplayEndpoint = endpoint({
  ...OF_REPLAY,
  id: 'getIndexerReplay',
  method: 'GET',
  path: '/v1/indexer/subscriptions/{id}/replays/{replayId}',
  summary: 'Read a replay',
  description: '`nextBlock` between `fromBlock` and `toBlock` says how far it is.',
  scope: 'indexer:read',
  rateLimit: 'read',
  async handle({ ctx, params }) {
    return reply(200, 'Replay retrieved', await getReplay(requireProject(ctx), params))
  },
})

export const cancelIndexerReplayEndpoint = endpoint({
  ...OF_REPLAY,
  id: 'cancelIndexerReplay',
  method: 'POST',
  path: '/v1/indexer/subscriptions/{id}/replays/{replayId}/cancel',
  summary: 'Cancel a replay',
  description: 'It ends where it stands; what is on its way already is delivered. One that has ended stays as it is.',
  scope: 'indexer:write',
  rateLimit: 'write',
  async handle({ ctx, params }) {
    return reply(200, 'Replay canceled', await cancelReplay(requireProject(ctx), params))
  },
})

export const listIndexerLogsEndpoint = endpoint({
  id: 'listIndexerLogs',
  method: 'GET',
  path: '/v1/indexer/logs',
  summary: 'List delivery logs',
  description: 'Every attempt to deliver an event, newest first.',
  tags: ['Blockchain events'],
  auth: 'liveKey',
  scope: 'indexer:read',
  capability: 'indexer.history.read',
  rateLimit: 'read',
  query: listIndexerLogsQuery,
  replies: { 200: indexerLogPage },
  async handle({ ctx, query }) {
    return reply(200, 'Delivery logs retrieved', toListReply(await listIndexerLogs(requireProject(ctx), query)))
  },
})

export const getIndexerLogEndpoint = endpoint({
  id: 'getIndexerLog',
  method: 'GET',
  path: '/v1/indexer/logs/{logId}',
  summary: 'Read a delivery log',
  tags: ['Blockchain events'],
  auth: 'liveKey',
  scope: 'indexer:read',
  capability: 'indexer.history.read',
  rateLimit: 'read',
  params: indexerLogParams,
  refusals: { indexer_log_not_found: 'logId' },
  replies: { 200: indexerLogView },
  async handle({ ctx, params }) {
    return reply(200, 'Delivery log retrieved', await getIndexerLog(requireProject(ctx), params.logId))
  },
})

export const resendIndexerLogEndpoint = endpoint({
  id: 'resendIndexerLog',
  method: 'POST',
  path: '/v1/indexer/logs/{logId}/resend',
  summary: 'Send a delivery once more',
  description:
    'The same event with the same `id`, whatever became of it before. The attempt has a log of its own with `isReplay`.',
  tags: ['Blockchain events'],
  auth: 'liveKey',
  scope: 'indexer:write',
  capability: 'indexer.history.read',
  rateLimit: 'write',
  params: indexerLogParams,
  refusals: { indexer_log_not_found: 'logId', indexer_subscription_not_found: null, event_taken_back: null },
  replies: { 202: z.null() },
  async handle({ ctx, params }) {
    await resendIndexerLog(requireProject(ctx), params.logId)
    return reply(202, 'Delivery queued', null)
  },
})
