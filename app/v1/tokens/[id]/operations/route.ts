import { serve } from '@/server/api/serve'
import { listTokenOperationsEndpoint } from '@/transport/tokens/operations/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(listTokenOperationsEndpoint)
