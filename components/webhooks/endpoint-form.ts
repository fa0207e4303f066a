import { z } from 'zod'
import { createWebhookEndpointInput } from '@/schemas/webhooks/destinations/contract'
import { EVENT_FAMILIES, PROJECT_EVENT_KINDS } from '@/schemas/webhooks/words'

/** The form of a webhook endpoint. */
export const endpointForm = z.object({
  url: z.string().trim().min(1, 'Enter a URL').max(2_048, 'At most 2,048 characters'),
  events: z.array(z.enum([...PROJECT_EVENT_KINDS, ...EVENT_FAMILIES])).min(1, 'Choose at least one event'),
  description: createWebhookEndpointInput.shape.description.unwrap().max(500, 'At most 500 characters'),
})
export type EndpointForm = z.input<typeof endpointForm>
export type SubscribedEvent = EndpointForm['events'][number]

/** The events that an endpoint listens to, limited to those that this page knows. */
export function toSubscribedEvents(events: readonly string[]): SubscribedEvent[] {
  return [...EVENT_FAMILIES, ...PROJECT_EVENT_KINDS].filter((event) => events.includes(event))
}
