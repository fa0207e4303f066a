import { serve } from '@/server/api/serve'
import { estimateTransferEndpoint } from '@/transport/transactions/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(estimateTransferEndpoint)
