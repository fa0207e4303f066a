import { endpoint, reply } from '@/server/api/endpoint'
import { toListReply } from '@/server/paging'
import { requireProject } from '@/server/projects/require-project'
import { OF_SUBSCRIPTION } from '../subscriptions/of-subscription'
import { cancelReplay } from './cancel-replay'
import { listReplaysQuery, replayBody, replayPage, replayParams, replayView } from './contract'
import { createReplay } from './create-replay'
import { getReplay } from './get-replay'
import { listReplays } from './list-replays'
import { prepareReplay } from './prepare-replay'

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
