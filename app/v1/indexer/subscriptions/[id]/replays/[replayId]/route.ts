import { serve } from '@/server/api/serve'
import { getIndexerReplayEndpoint } from '@/server/indexer/replays/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(getIndexerReplayEndpoint)
