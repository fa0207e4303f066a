import { serve } from '@/server/api/serve'
import { callTokenEndpoint } from '@/transport/tokens/operations/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(callTokenEndpoint)
