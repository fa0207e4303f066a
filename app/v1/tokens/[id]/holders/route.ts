import { serve } from '@/server/api/serve'
import { listTokenHoldersEndpoint } from '@/server/tokens/holders/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(listTokenHoldersEndpoint)
