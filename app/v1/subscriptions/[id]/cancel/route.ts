import { serve } from '@/server/api/serve'
import { cancelSubscriptionEndpoint } from '@/transport/subscriptions/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(cancelSubscriptionEndpoint)
