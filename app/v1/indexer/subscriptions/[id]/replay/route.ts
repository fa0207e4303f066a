import { serve } from '@/server/api/serve'
import { createIndexerReplayEndpoint } from '@/server/indexer/replays/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(createIndexerReplayEndpoint)
