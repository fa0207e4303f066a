import { serve } from '@/server/api/serve'
import { testIndexerSubscriptionEndpoint } from '@/transport/indexer/subscriptions/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(testIndexerSubscriptionEndpoint)
