import { serve } from '@/server/api/serve'
import { getOpenApiDocumentEndpoint } from '@/server/registry/openapi-endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(getOpenApiDocumentEndpoint)
