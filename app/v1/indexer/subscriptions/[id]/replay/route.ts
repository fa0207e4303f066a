import { serve } from '@/server/api/serve'
import { createIndexerReplayEndpoint } from '@/server/indexer/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(createIndexerReplayEndpoint)
