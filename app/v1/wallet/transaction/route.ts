import { serve } from '@/server/api/serve'
import { createTransferEndpoint } from '@/transport/transactions/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(createTransferEndpoint)
