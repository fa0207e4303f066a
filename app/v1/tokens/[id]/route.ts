import { serve } from '@/server/api/serve'
import { getTokenEndpoint } from '@/transport/tokens/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(getTokenEndpoint)
