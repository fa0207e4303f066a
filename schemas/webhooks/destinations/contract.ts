import { z } from 'zod'
import { lineOfText } from '@/schemas/text/contract'
import {
  givesAnything,
  historyFields,
  listQuery,
  pausedBecauseField,
  secretFields,
  statusField,
  uniqueEvents,
  urlField,
} from '@/schemas/webhooks/destination-fields/contract'
import { EVENT_FAMILIES, PROJECT_EVENT_KINDS } from '@/schemas/webhooks/words'
import { listMeta, pageNumber } from '@/server/paging'
import { field } from '@/server/text/field'

const EXAMPLE_ID = '019a6b3e-7c40-7a30-8b21-5d6e7f8091a2'
const EXAMPLE_URL = 'https://example.com/hooks/slipway'
const MAX_DESCRIPTION_LENGTH = 500

const EVENTS = [...PROJECT_EVENT_KINDS, ...EVENT_FAMILIES]
const eventsField = field(
  uniqueEvents(z.enum(EVENTS)).max(EVENTS.length),
  'Kinds of events, or a whole family including future kinds.',
  ['wallet.*'],
)
const url = urlField(EXAMPLE_URL)
const descriptionField = field(
  lineOfText.max(MAX_DESCRIPTION_LENGTH),
  'Your description of the endpoint.',
  'Accounting',
)

const newEndpoint = { url, events: eventsField, description: descriptionField.default('') }
export const createWebhookEndpointBody = z.strictObject(newEndpoint)
// Not strict, unlike the body of `/v1`: the portal also sends the project.
export const createWebhookEndpointInput = z.object(newEndpoint)
export type CreateWebhookEndpointInput = z.output<typeof createWebhookEndpointBody>

const patch = {
  url: url.optional(),
  events: eventsField.optional(),
  description: descriptionField.optional(),
  status: statusField.optional(),
}
const NOTHING_GIVEN = { message: 'give at least one of url, events, description and status' }

export const updateWebhookEndpointBody = z.strictObject(patch).refine(givesAnything, NOTHING_GIVEN)
export const webhookEndpointRef = z.object({ endpointId: z.uuid() })
export const updateWebhookEndpointInput = webhookEndpointRef
  .extend(patch)
  .refine(({ endpointId: _, ...change }) => givesAnything(change), NOTHING_GIVEN)
export type UpdateWebhookEndpointInput = z.output<typeof updateWebhookEndpointBody>

export const webhookEndpointParams = z.strictObject({
  id: field(z.string(), 'The id of the endpoint.', EXAMPLE_ID),
})

export const listWebhookEndpointsQuery = z.strictObject(listQuery)
export type ListWebhookEndpointsInput = z.output<typeof listWebhookEndpointsQuery>

/** The filter of the list in the portal. */
export const webhookEndpointFilter = z.object({ page: pageNumber })

export const webhookEndpointView = z
  .object({
    id: field(z.string(), 'The id of the endpoint.', EXAMPLE_ID),
    projectId: field(z.string(), 'The project it belongs to.', '019a6b3e-0b00-7a10-9c00-0a1b2c3d4e5f'),
    url: field(z.string(), 'The URL that receives the events.', EXAMPLE_URL),
    events: field(z.array(z.string()), 'The events, as in the request.', ['wallet.*']),
    description: field(z.string(), 'Its description; empty by default.', 'Accounting'),
    status: statusField,
    pausedBecause: pausedBecauseField,
    ...historyFields,
  })
  .meta({ id: 'WebhookEndpoint' })
export type WebhookEndpointView = z.infer<typeof webhookEndpointView>

/** A row of the portal's lists. `failingSince`: the first attempt since which none was accepted; null if all well. */
export type WithFailing<Row> = Row & { failingSince: string | null }

/** With the secret, which is shown once. */
export const newWebhookEndpointView = webhookEndpointView
  .extend(secretFields('The key of `webhook-signature`, for any library of Standard Webhooks.'))
  .meta({ id: 'NewWebhookEndpoint' })
export type NewWebhookEndpointView = z.infer<typeof newWebhookEndpointView>

export const webhookEndpointPage = z
  .object({ data: z.array(webhookEndpointView).describe('Newest first.'), meta: listMeta })
  .meta({ id: 'WebhookEndpointPage' })
