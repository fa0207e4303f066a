import { serve } from '@/server/api/serve'
import { createIndexerReplayEndpoint } from '@/transport/indexer/replays/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(createIndexerReplayEndpoint)
