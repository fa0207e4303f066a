import { serve } from '@/server/api/serve'
import { resendIndexerLogEndpoint } from '@/transport/indexer/logs/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(resendIndexerLogEndpoint)
