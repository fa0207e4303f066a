import { serve } from '@/server/api/serve'
import { subscribeEndpoint } from '@/transport/payments/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(subscribeEndpoint)
