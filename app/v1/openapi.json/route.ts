import { serve } from '@/server/api/serve'
import { getOpenApi } from '@/server/registry/openapi-endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(getOpenApi)
