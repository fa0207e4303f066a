import { z } from 'zod'
import { indexerLogPage, indexerLogParams, indexerLogView, listIndexerLogsQuery } from '@/schemas/indexer/logs/contract'
import { endpoint, reply } from '@/server/api/endpoint'
import { getIndexerLog } from '@/server/indexer/logs/get-indexer-log'
import { listIndexerLogs } from '@/server/indexer/logs/list-indexer-logs'
import { resendIndexerLog } from '@/server/indexer/logs/resend-indexer-log'
import { toListReply } from '@/server/paging'
import { requireProject } from '@/server/projects/require-project'

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
  summary: 'Resend a delivery',
  description:
    'Sends the event again with the same `id`, whether or not it was delivered before. The attempt has its own log with `isReplay`.',
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
