import { serve } from '@/server/api/serve'
import { recoverWebhookEndpointEndpoint } from '@/server/webhooks/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(recoverWebhookEndpointEndpoint)
