import { serve } from '@/server/api/serve'
import { readContractEndpoint } from '@/transport/contracts/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(readContractEndpoint)
