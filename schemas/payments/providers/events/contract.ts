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

export const providerWebhookShape = z
  .looseObject({})
  .meta({ id: 'ProviderWebhook', description: 'As the provider writes it; it is signed over its bytes.' })

export const providerWebhookView = z
  .object({ received: field(z.literal(true), 'It is kept.', true) })
  .meta({ id: 'ProviderWebhookReceived', description: 'It is stored; the provider is asked for its meaning.' })
