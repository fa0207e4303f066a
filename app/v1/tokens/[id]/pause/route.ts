import { serve } from '@/server/api/serve'
import { pauseTokenEndpoint } from '@/transport/tokens/operations/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(pauseTokenEndpoint)
