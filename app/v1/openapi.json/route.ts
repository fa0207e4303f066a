import { getOpenApi } from '@/server/api/openapi-endpoint'
import { serve } from '@/server/api/serve'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(getOpenApi)
