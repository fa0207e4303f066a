import { serve } from '@/server/api/serve'
import { receiveProviderWebhookEndpoint } from '@/transport/payments/providers/events/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(receiveProviderWebhookEndpoint)
