import { serve } from '@/server/api/serve'
import {
  deleteIndexerSubscriptionEndpoint,
  getIndexerSubscriptionEndpoint,
  updateIndexerSubscriptionEndpoint,
} from '@/transport/indexer/subscriptions/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(
  getIndexerSubscriptionEndpoint,
  updateIndexerSubscriptionEndpoint,
  deleteIndexerSubscriptionEndpoint,
)
