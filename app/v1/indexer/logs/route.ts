import { serve } from '@/server/api/serve'
import { listIndexerLogsEndpoint } from '@/transport/indexer/logs/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(listIndexerLogsEndpoint)
