import { serve } from '@/server/api/serve'
import { listEventTypesEndpoint } from '@/transport/indexer/catalog/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(listEventTypesEndpoint)
