import { serve } from '@/server/api/serve'
import { testWebhookEndpointEndpoint } from '@/transport/webhooks/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(testWebhookEndpointEndpoint)
