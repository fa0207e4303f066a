import { serve } from '@/server/api/serve'
import { testIndexerSubscriptionEndpoint } from '@/server/indexer/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(testIndexerSubscriptionEndpoint)
