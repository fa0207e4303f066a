import { serve } from '@/server/api/serve'
import { mintTokenEndpoint } from '@/transport/tokens/operations/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(mintTokenEndpoint)
