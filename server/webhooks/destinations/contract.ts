import { z } from 'zod'
import { LARGEST_LIMIT, listMeta, pageNumber } from '@/server/paging'
import { lineOfText, wholeNumber } from '@/server/text/contract'
import { field } from '@/server/text/field'
import { ENDPOINT_PAUSE_CAUSES, ENDPOINT_STATUSES, EVENT_FAMILIES, PROJECT_EVENT_KINDS } from '../words'

const EXAMPLE_ID = '019a6b3e-7c40-7a30-8b21-5d6e7f8091a2'
const EXAMPLE_URL = 'https://example.com/hooks/slipway'
const MAX_URL_LENGTH = 2_048
const MAX_DESCRIPTION_LENGTH = 500

const urlField = field(
  z.string().trim().min(1).max(MAX_URL_LENGTH),
  'Receives the events; https only in production, public hosts only.',
  EXAMPLE_URL,
)
const eventsField = field(
  z
    .array(z.enum([...PROJECT_EVENT_KINDS, ...EVENT_FAMILIES]))
    .min(1)
    .superRefine((events, ctx) => {
      const again = events.findIndex((event, n) => events.indexOf(event) < n)
      if (again >= 0) ctx.addIssue({ code: 'custom', path: [again], message: 'is there twice' })
    }),
  'Kinds of events, or all of a family, those to come too.',
  ['wallet.*'],
)
const descriptionField = field(lineOfText.max(MAX_DESCRIPTION_LENGTH), 'What it is for.', 'Accounting')
const statusField = field(
  z.enum(ENDPOINT_STATUSES),
  'Paused: what happens meanwhile is counted and not sent.',
  'active',
)

const newEndpoint = { url: urlField, events: eventsField, description: descriptionField.default('') }
export const createWebhookEndpointBody = z.strictObject(newEndpoint)
// The body of `/v1` refuses unknown fields, and here the project rides along.
export const createWebhookEndpointInput = z.object(newEndpoint)
export type CreateWebhookEndpointInput = z.output<typeof createWebhookEndpointBody>

const patch = {
  url: urlField.optional(),
  events: eventsField.optional(),
  description: descriptionField.optional(),
  status: statusField.optional(),
}
const NOTHING_GIVEN = { message: 'give at least one of url, events, description and status' }

export const updateWebhookEndpointBody = z
  .strictObject(patch)
  .refine((given) => Object.values(given).some((value) => value !== undefined), NOTHING_GIVEN)
export const webhookEndpointRef = z.object({ endpointId: z.uuid() })
export const updateWebhookEndpointInput = webhookEndpointRef
  .extend(patch)
  .refine(
    ({ url, events, description, status }) => [url, events, description, status].some((value) => value !== undefined),
    NOTHING_GIVEN,
  )
export type UpdateWebhookEndpointInput = z.output<typeof updateWebhookEndpointBody>

export const webhookEndpointParams = z.strictObject({
  id: field(z.string(), 'Of the endpoint.', EXAMPLE_ID),
})

export const listWebhookEndpointsQuery = z.strictObject({
  status: field(z.enum(ENDPOINT_STATUSES).optional(), 'Only in this state.', 'active'),
  page: wholeNumber(1, 1_000_000, 'Which page.', 1),
  limit: wholeNumber(1, LARGEST_LIMIT, 'How many a page holds.', 20),
})
export type ListWebhookEndpointsInput = z.output<typeof listWebhookEndpointsQuery>

/** The same list as the portal asks for it. */
export const webhookEndpointFilter = z.object({ page: pageNumber })

const instant = z.iso.datetime()

export const webhookEndpointView = z
  .object({
    id: field(z.string(), 'Names the endpoint.', EXAMPLE_ID),
    projectId: field(z.string(), 'Whose it is.', '019a6b3e-0b00-7a10-9c00-0a1b2c3d4e5f'),
    url: field(z.string(), 'Where events are sent.', EXAMPLE_URL),
    events: field(z.array(z.string()), 'Which of them, as given.', ['wallet.*']),
    description: field(z.string(), 'What it is for; empty where nobody said.', 'Accounting'),
    status: statusField,
    pausedBecause: field(
      z.enum(ENDPOINT_PAUSE_CAUSES).nullable(),
      'Of a paused one: `asked` by one of you, or by the platform as its receiver is `gone` (it answered 410) or was `failing` for days.',
      null,
    ),
    createdAt: field(instant, 'When it was made.', '2026-11-21T11:05:12.310Z'),
    updatedAt: field(instant, 'When it was last changed.', '2026-11-21T11:05:12.310Z'),
    lastDeliveryAt: field(instant.nullable(), 'Of the newest attempt; null before the first.', null),
    deliveredCount: field(z.int(), 'Events that arrived.', 12),
    failedCount: field(z.int(), 'Events that were given up.', 0),
    droppedCount: field(z.int(), 'Events that were never tried: it was paused.', 0),
  })
  .meta({ id: 'WebhookEndpoint' })
export type WebhookEndpointView = z.infer<typeof webhookEndpointView>

/** With what is shown once. */
export const newWebhookEndpointView = webhookEndpointView
  .extend({
    signingSecret: field(
      z.string(),
      'Key of `webhook-signature`, for any library of Standard Webhooks.',
      'whsec_bm90IGEgc2VjcmV0IG9mIGFueWJvZHksIGp1c3QgdGV4dA==',
    ),
    secretWarning: field(z.string(), 'That it is not shown again.', 'Store this secret now: it is not shown again.'),
  })
  .meta({ id: 'NewWebhookEndpoint' })
export type NewWebhookEndpointView = z.infer<typeof newWebhookEndpointView>

export const webhookEndpointPage = z
  .object({ data: z.array(webhookEndpointView).describe('Newest first.'), meta: listMeta })
  .meta({ id: 'WebhookEndpointPage' })
