import { serve } from '@/server/api/serve'
import { speedUpTransactionEndpoint } from '@/transport/transactions/open/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(speedUpTransactionEndpoint)
