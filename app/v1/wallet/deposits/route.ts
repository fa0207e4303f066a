import { serve } from '@/server/api/serve'
import { listDepositsEndpoint } from '@/transport/deposits/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(listDepositsEndpoint)
