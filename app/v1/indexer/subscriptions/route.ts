import { serve } from '@/server/api/serve'
import {
  createIndexerSubscriptionEndpoint,
  listIndexerSubscriptionsEndpoint,
} from '@/transport/indexer/subscriptions/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(
  createIndexerSubscriptionEndpoint,
  listIndexerSubscriptionsEndpoint,
)
