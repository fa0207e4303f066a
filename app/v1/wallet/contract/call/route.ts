import { serve } from '@/server/api/serve'
import { callContractEndpoint } from '@/transport/contracts/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(callContractEndpoint)
