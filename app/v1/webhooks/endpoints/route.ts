import { serve } from '@/server/api/serve'
import { createWebhookEndpointEndpoint, listWebhookEndpointsEndpoint } from '@/transport/webhooks/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(
  createWebhookEndpointEndpoint,
  listWebhookEndpointsEndpoint,
)
