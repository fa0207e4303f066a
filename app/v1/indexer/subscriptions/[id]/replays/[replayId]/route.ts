import { serve } from '@/server/api/serve'
import { getIndexerReplayEndpoint } from '@/transport/indexer/replays/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(getIndexerReplayEndpoint)
