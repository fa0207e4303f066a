import { serve } from '@/server/api/serve'
import { listSubscriptionsEndpoint } from '@/transport/subscriptions/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(listSubscriptionsEndpoint)
