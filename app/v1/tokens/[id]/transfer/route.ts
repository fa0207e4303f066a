import { serve } from '@/server/api/serve'
import { transferTokenEndpoint } from '@/server/tokens/operations/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(transferTokenEndpoint)
