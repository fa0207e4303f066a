import { z } from 'zod'
import { newId } from '@/db/new-id'
import { endpoint, reply } from '@/server/api/endpoint'
import { checkWebhookTarget } from '@/server/egress/target'
import { toListReply } from '@/server/paging'
import { requireProject } from '@/server/projects/require-project'
import {
  createWebhookEndpointBody,
  listWebhookEndpointsQuery,
  newWebhookEndpointView,
  updateWebhookEndpointBody,
  webhookEndpointPage,
  webhookEndpointParams,
  webhookEndpointView,
} from './destinations/contract'
import { createWebhookEndpoint } from './destinations/create-webhook-endpoint'
import { deleteWebhookEndpoint } from './destinations/delete-webhook-endpoint'
import { getWebhookEndpoint } from './destinations/get-webhook-endpoint'
import { listWebhookEndpoints } from './destinations/list-webhook-endpoints'
import { newEndpointSecret } from './destinations/new-endpoint-secret'
import { recoverWebhookEndpoint } from './destinations/recover-webhook-endpoint'
import { rotateEndpointSecret } from './destinations/rotate-endpoint-secret'
import { testWebhookEndpoint } from './destinations/test-webhook-endpoint'
import { updateWebhookEndpoint } from './destinations/update-webhook-endpoint'
import { recoveryBody, recoveryView } from './receivers/contract'

const OF_ALL = { tags: ['Webhook endpoints'], auth: 'liveKey' } as const

/** Of every operation that names one. */
const OF_ONE = {
  ...OF_ALL,
  params: webhookEndpointParams,
  refusals: { webhook_endpoint_not_found: 'id' },
} as const

export const createWebhookEndpointEndpoint = endpoint({
  ...OF_ALL,
  id: 'createWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhooks/endpoints',
  summary: 'Add a webhook endpoint',
  description:
    'Sends all events of the kinds you name to a URL, from now on, without a `webhookUrl` in each request; a request that has one is told there as well. Signed as Standard Webhooks with `signingSecret`, which is shown in this answer only. A project has 20 endpoints at most.',
  scope: 'projects:write',
  rateLimit: 'write',
  body: createWebhookEndpointBody,
  replies: { 201: newWebhookEndpointView },
  refusals: { key_service_unavailable: null },
  async prepare({ body }) {
    await checkWebhookTarget('url', body.url)
    return newEndpointSecret(newId())
  },
  async handle({ ctx, body, prepared: made }) {
    const created = await createWebhookEndpoint(requireProject(ctx), { ...body, made })
    return reply(201, 'Webhook endpoint created', created)
  },
})

export const listWebhookEndpointsEndpoint = endpoint({
  ...OF_ALL,
  id: 'listWebhookEndpoints',
  method: 'GET',
  path: '/v1/webhooks/endpoints',
  summary: 'List webhook endpoints',
  scope: 'projects:read',
  rateLimit: 'read',
  query: listWebhookEndpointsQuery,
  replies: { 200: webhookEndpointPage },
  async handle({ ctx, query }) {
    const listed = await listWebhookEndpoints(requireProject(ctx), query)
    return reply(200, 'Webhook endpoints retrieved', toListReply(listed))
  },
})

export const getWebhookEndpointEndpoint = endpoint({
  ...OF_ONE,
  id: 'getWebhookEndpoint',
  method: 'GET',
  path: '/v1/webhooks/endpoints/{id}',
  summary: 'Read a webhook endpoint',
  scope: 'projects:read',
  rateLimit: 'read',
  replies: { 200: webhookEndpointView },
  async handle({ ctx, params }) {
    return reply(200, 'Webhook endpoint retrieved', await getWebhookEndpoint(requireProject(ctx), params.id))
  },
})

export const updateWebhookEndpointEndpoint = endpoint({
  ...OF_ONE,
  id: 'updateWebhookEndpoint',
  method: 'PATCH',
  path: '/v1/webhooks/endpoints/{id}',
  summary: 'Change a webhook endpoint',
  description:
    'At least one field. What happens while it is paused is not sent, and counted in `droppedCount`; what is on its way waits.',
  scope: 'projects:write',
  rateLimit: 'write',
  body: updateWebhookEndpointBody,
  replies: { 200: webhookEndpointView },
  prepare: async ({ body }) => (body.url === undefined ? undefined : checkWebhookTarget('url', body.url)),
  async handle({ ctx, params, body }) {
    const changed = await updateWebhookEndpoint(requireProject(ctx), { ...params, ...body })
    return reply(200, 'Webhook endpoint updated', changed)
  },
})

export const deleteWebhookEndpointEndpoint = endpoint({
  ...OF_ONE,
  id: 'deleteWebhookEndpoint',
  method: 'DELETE',
  path: '/v1/webhooks/endpoints/{id}',
  summary: 'Delete a webhook endpoint',
  description: 'Nothing more is sent to it.',
  scope: 'projects:write',
  rateLimit: 'write',
  replies: { 200: z.null() },
  async handle({ ctx, params }) {
    await deleteWebhookEndpoint(requireProject(ctx), params.id)
    return reply(200, 'Webhook endpoint deleted', null)
  },
})

export const rotateWebhookEndpointSecretEndpoint = endpoint({
  ...OF_ONE,
  id: 'rotateWebhookEndpointSecret',
  method: 'POST',
  path: '/v1/webhooks/endpoints/{id}/rotate-secret',
  summary: 'Rotate the secret of a webhook endpoint',
  description:
    'The new secret is shown in this answer only. For 24 hours deliveries carry a second signature under the one before.',
  scope: 'projects:write',
  rateLimit: 'write',
  replies: { 200: newWebhookEndpointView },
  refusals: { ...OF_ONE.refusals, key_service_unavailable: null },
  prepare: ({ params }) => newEndpointSecret(params.id),
  async handle({ ctx, prepared: made }) {
    return reply(200, 'Signing secret rotated', await rotateEndpointSecret(requireProject(ctx), made))
  },
})

export const testWebhookEndpointEndpoint = endpoint({
  ...OF_ONE,
  id: 'testWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhooks/endpoints/{id}/test',
  summary: 'Send a test event to a webhook endpoint',
  description:
    'Sends a `webhook.test`, signed like any other event. It counts for nothing. At most ten a minute for a project; while the endpoint is paused it waits.',
  scope: 'projects:write',
  rateLimit: 'write',
  replies: { 202: z.null() },
  async handle({ ctx, params }) {
    await testWebhookEndpoint(requireProject(ctx), params.id)
    return reply(202, 'Test event queued', null)
  },
})

export const recoverWebhookEndpointEndpoint = endpoint({
  ...OF_ONE,
  id: 'recoverWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhooks/endpoints/{id}/recover',
  summary: 'Recover what failed at a webhook endpoint',
  description:
    'Puts the events that were given up since a moment back on the retry schedule, from its start, with the same `webhook-id` and body: for a receiver that was away. The oldest first and at most 10,000 at once; ask again until `count` is 0. While the endpoint is paused they wait.',
  scope: 'projects:write',
  rateLimit: 'write',
  body: recoveryBody,
  replies: { 202: recoveryView },
  async handle({ ctx, params, body }) {
    const wish = { ...params, since: new Date(body.since) }
    return reply(202, 'Failed events queued', { count: await recoverWebhookEndpoint(requireProject(ctx), wish) })
  },
})
