import { serve } from '@/server/api/serve'
import { getJwksEndpoint } from '@/transport/keys/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(getJwksEndpoint)
