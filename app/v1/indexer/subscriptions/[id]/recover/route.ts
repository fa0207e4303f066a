import { serve } from '@/server/api/serve'
import { recoverIndexerSubscriptionEndpoint } from '@/server/indexer/subscriptions/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(recoverIndexerSubscriptionEndpoint)
