import { z } from 'zod'
import { field } from '@/server/text/field'

export const providerWebhookParams = z.object({
  provider: z
    .string()
    .max(32)
    .meta({ description: 'Who sends.', examples: ['paystack'] }),
})

/** The bytes that were signed. */
export const providerWebhookBody = z.instanceof(Uint8Array)

export const providerWebhookShape = z.looseObject({}).meta({
  id: 'ProviderWebhook',
  description: 'The event in the form of the provider. Its signature covers the bytes.',
})

export const providerWebhookView = z.object({ received: field(z.literal(true), 'The event is stored.', true) }).meta({
  id: 'ProviderWebhookReceived',
  description: 'The event is stored, and the platform reads its details from the provider.',
})
