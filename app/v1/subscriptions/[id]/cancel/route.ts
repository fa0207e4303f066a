import { serve } from '@/server/api/serve'
import { cancelSubscriptionEndpoint } from '@/server/subscriptions/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(cancelSubscriptionEndpoint)
