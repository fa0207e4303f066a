import { z } from 'zod'
import { newId } from '@/db/new-id'
import { recoveryBody, recoveryView } from '@/schemas/webhooks/destination-fields/contract'
import {
  createWebhookEndpointBody,
  listWebhookEndpointsQuery,
  newWebhookEndpointView,
  updateWebhookEndpointBody,
  webhookEndpointPage,
  webhookEndpointParams,
  webhookEndpointView,
} from '@/schemas/webhooks/destinations/contract'
import { eventStreamText, streamEventsQuery } from '@/schemas/webhooks/streams/contract'
import { endpoint, reply } from '@/server/api/endpoint'
import { checkWebhookTarget } from '@/server/egress/target'
import { toListReply } from '@/server/paging'
import { requireProject } from '@/server/projects/require-project'
import { createWebhookEndpoint } from '@/server/webhooks/destinations/create-webhook-endpoint'
import { deleteWebhookEndpoint } from '@/server/webhooks/destinations/delete-webhook-endpoint'
import { WEBHOOK_ENDPOINT } from '@/server/webhooks/destinations/destination-kinds'
import { getWebhookEndpoint } from '@/server/webhooks/destinations/get-webhook-endpoint'
import { listWebhookEndpoints } from '@/server/webhooks/destinations/list-webhook-endpoints'
import { newDestinationSecret } from '@/server/webhooks/destinations/new-destination-secret'
import { recoverWebhookEndpoint } from '@/server/webhooks/destinations/recover-webhook-endpoint'
import { rotateEndpointSecret } from '@/server/webhooks/destinations/rotate-endpoint-secret'
import { testWebhookEndpoint } from '@/server/webhooks/destinations/test-webhook-endpoint'
import { updateWebhookEndpoint } from '@/server/webhooks/destinations/update-webhook-endpoint'
import { readCursor } from '@/server/webhooks/streams/read-cursor'
import { streamProject } from '@/server/webhooks/streams/stream-project'
import { claimSlot } from '@/server/webhooks/streams/stream-slots'

/** The event stream of a project: the events that its webhook endpoints can receive. */
export const streamEventsEndpoint = endpoint({
  id: 'streamEvents',
  method: 'GET',
  path: '/v1/events/stream',
  summary: 'Stream events',
  description:
    'Server-sent events: what webhook endpoints of the project would receive, without a public URL. The stream begins with `stream.ready`. To continue after a lost connection send the `id` of the last event; `stream.gap` says that events after it are no longer kept. Events are kept for 7 days and recorded from the first stream of a project until 7 days after its last one. A comment is sent every 15 seconds, and the stream ends with its access token: connect again. A project can have 5 streams open.',
  tags: ['Webhook endpoints'],
  auth: 'liveKey',
  scope: 'projects:read',
  rateLimit: 'read',
  streams: true,
  query: streamEventsQuery,
  replies: { 200: eventStreamText },
  refusals: { stream_limit: null },
  async handle({ ctx, query, request }) {
    const project = requireProject(ctx)
    const { businessId, projectId, actor, requestId } = project
    const tenant = { businessId, projectId, actor, requestId }
    const input = { ...query, after: readCursor(request.header('last-event-id')) ?? query.after }
    if (request.method === 'HEAD') return reply(200, '', '')
    const holder = newId()
    await claimSlot(tenant, holder)
    const stream = (signal: AbortSignal) => streamProject({ tenant, holder, input }, signal)
    return { ...reply(200, '', ''), stream }
  },
})

const OF_ALL = { tags: ['Webhook endpoints'], auth: 'liveKey' } as const

/** The description of every operation that names a webhook endpoint. */
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
    'Sends all new events of the kinds you choose to a URL, without a `webhookUrl` in each request. A request with a `webhookUrl` notifies both. Deliveries are signed as Standard Webhooks with `signingSecret`, which is shown only in this response. A project can have 20 endpoints.',
  scope: 'projects:write',
  rateLimit: 'write',
  body: createWebhookEndpointBody,
  replies: { 201: newWebhookEndpointView },
  refusals: { key_service_unavailable: null },
  async prepare({ body }) {
    await checkWebhookTarget('url', body.url)
    return newDestinationSecret(WEBHOOK_ENDPOINT, newId())
  },
  async handle({ ctx, body, prepared: newSecret }) {
    const created = await createWebhookEndpoint(requireProject(ctx), { ...body, newSecret })
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
    'Requires at least one field. Events that happen while it is paused are not sent, and are counted in `droppedCount`. Pending deliveries wait.',
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
  description: 'No more events are sent to it.',
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
    'The new secret is shown only in this response. For 24 hours, deliveries are also signed with the previous secret.',
  scope: 'projects:write',
  rateLimit: 'write',
  replies: { 200: newWebhookEndpointView },
  refusals: { ...OF_ONE.refusals, key_service_unavailable: null },
  prepare: ({ params }) => newDestinationSecret(WEBHOOK_ENDPOINT, params.id),
  async handle({ ctx, prepared: newSecret }) {
    return reply(200, 'Signing secret rotated', await rotateEndpointSecret(requireProject(ctx), newSecret))
  },
})

export const testWebhookEndpointEndpoint = endpoint({
  ...OF_ONE,
  id: 'testWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhooks/endpoints/{id}/test',
  summary: 'Send a test event to a webhook endpoint',
  description:
    'Sends a `webhook.test`, signed like any other event. It is not counted. A project can send ten per minute. While the endpoint is paused, the event waits.',
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
  summary: 'Recover failed deliveries of a webhook endpoint',
  description:
    'Restarts the retry schedule of events that failed since a given time, with the same `webhook-id` and body. Use it after an outage of your URL. A call recovers at most 10,000 events, oldest first. Repeat it until `count` is 0. While the endpoint is paused, the events wait.',
  scope: 'projects:write',
  rateLimit: 'write',
  body: recoveryBody,
  replies: { 202: recoveryView },
  async handle({ ctx, params, body }) {
    const request = { ...params, since: new Date(body.since) }
    return reply(202, 'Failed events queued', { count: await recoverWebhookEndpoint(requireProject(ctx), request) })
  },
})
