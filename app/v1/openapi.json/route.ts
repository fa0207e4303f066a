import { getOpenApiDocumentEndpoint } from '@/registry/openapi-endpoint'
import { serve } from '@/server/api/serve'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(getOpenApiDocumentEndpoint)
