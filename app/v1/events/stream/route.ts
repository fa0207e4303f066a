import { serve } from '@/server/api/serve'
import { streamEventsEndpoint } from '@/server/webhooks/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(streamEventsEndpoint)
