import { serve } from '@/server/api/serve'
import { cancelIndexerReplayEndpoint } from '@/transport/indexer/replays/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(cancelIndexerReplayEndpoint)
