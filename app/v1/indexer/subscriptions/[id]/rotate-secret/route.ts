import { serve } from '@/server/api/serve'
import { rotateIndexerSecretEndpoint } from '@/transport/indexer/subscriptions/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(rotateIndexerSecretEndpoint)
