import { serve } from '@/server/api/serve'
import { listEventTypesEndpoint } from '@/server/indexer/catalog/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(listEventTypesEndpoint)
