import { serve } from '@/server/api/serve'
import { createWebhookEndpointEndpoint, listWebhookEndpointsEndpoint } from '@/server/webhooks/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(
  createWebhookEndpointEndpoint,
  listWebhookEndpointsEndpoint,
)
