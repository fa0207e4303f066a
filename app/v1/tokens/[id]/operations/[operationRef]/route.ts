import { serve } from '@/server/api/serve'
import { getTokenOperationEndpoint } from '@/transport/tokens/operations/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(getTokenOperationEndpoint)
