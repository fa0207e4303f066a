import { providersDue } from '@/inngest/events'
import {
  providerWebhookBody,
  providerWebhookParams,
  providerWebhookShape,
  providerWebhookView,
} from '@/schemas/payments/providers/events/contract'
import { endpoint, reply } from '@/server/api/endpoint'
import { workerCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { faultPoint } from '@/server/fault-point'
import { findConfigured } from '@/server/payments/providers/configured-providers'
import { storeProviderEvent } from '@/server/payments/providers/events/store-provider-event'
import { wake } from '@/server/waking/wake'

/** Has no rate limit: a provider sends for all of its customers from one address, and some providers send once. */
export const receiveProviderWebhookEndpoint = endpoint({
  id: 'receiveProviderWebhook',
  method: 'POST',
  path: '/v1/payments/webhooks/{provider}',
  summary: 'Receive an event of a payment provider',
  description:
    'For payment providers. Each signs the raw bytes in its own way. The event is stored before the response, and processed later.',
  tags: ['Payments'],
  auth: 'public',
  params: providerWebhookParams,
  body: providerWebhookBody,
  shapes: providerWebhookShape,
  takesBytes: true,
  replies: { 200: providerWebhookView },
  refusals: { provider_unknown: null, webhook_forged: null },
  async handle({ params, body, request }) {
    const provider = findConfigured(params.provider)
    if (!provider) throw refusal('provider_unknown')
    const event = provider.readWebhook(body, request.header)
    if (!event) throw refusal('webhook_forged')
    await storeProviderEvent(workerCtx(), { provider, event, raw: body, header: request.header })
    faultPoint('event-after-store')
    wake(providersDue, { provider: provider.name })
    return reply(200, 'Received', { received: true as const })
  },
})
