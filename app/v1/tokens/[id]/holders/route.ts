import { serve } from '@/server/api/serve'
import { listTokenHoldersEndpoint } from '@/transport/tokens/holders/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(listTokenHoldersEndpoint)
