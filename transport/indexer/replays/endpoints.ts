import { listReplaysQuery, replayBody, replayPage, replayParams, replayView } from '@/schemas/indexer/replays/contract'
import { endpoint, reply } from '@/server/api/endpoint'
import { cancelReplay } from '@/server/indexer/replays/cancel-replay'
import { createReplay } from '@/server/indexer/replays/create-replay'
import { getReplay } from '@/server/indexer/replays/get-replay'
import { listReplays } from '@/server/indexer/replays/list-replays'
import { prepareReplay } from '@/server/indexer/replays/prepare-replay'
import { OF_SUBSCRIPTION } from '@/server/indexer/subscriptions/of-subscription'
import { toListReply } from '@/server/paging'
import { requireProject } from '@/server/projects/require-project'

export const createIndexerReplayEndpoint = endpoint({
  ...OF_SUBSCRIPTION,
  id: 'createIndexerReplay',
  method: 'POST',
  path: '/v1/indexer/subscriptions/{id}/replay',
  summary: 'Replay past events',
  description: [
    'Sends the events of past blocks to the subscription, including blocks from before it was created and events that were dropped while it was paused. Each event is sent once, in order, with its original `id`. Its logs have `isReplay`. New events are not delayed.',
    'Replays final blocks only: a later end means the newest final block. A replay has at most 1,000,000 blocks, and a project at most three running replays. The same request while its replay is running returns that replay. While the subscription is paused, the replay waits.',
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

/** The description of every operation that names a replay. */
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
  description:
    'The replay stops now. Events that are already queued are still delivered. A replay that has ended does not change.',
  scope: 'indexer:write',
  rateLimit: 'write',
  async handle({ ctx, params }) {
    return reply(200, 'Replay canceled', await cancelReplay(requireProject(ctx), params))
  },
})
