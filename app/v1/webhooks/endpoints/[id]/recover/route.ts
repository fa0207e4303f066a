import { serve } from '@/server/api/serve'
import { recoverWebhookEndpointEndpoint } from '@/transport/webhooks/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(recoverWebhookEndpointEndpoint)
