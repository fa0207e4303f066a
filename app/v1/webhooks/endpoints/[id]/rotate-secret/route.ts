import { serve } from '@/server/api/serve'
import { rotateWebhookEndpointSecretEndpoint } from '@/transport/webhooks/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(rotateWebhookEndpointSecretEndpoint)
