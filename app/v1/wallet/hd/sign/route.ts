import { serve } from '@/server/api/serve'
import { signTransactionEndpoint } from '@/transport/transactions/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(signTransactionEndpoint)
