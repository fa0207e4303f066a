import { serve } from '@/server/api/serve'
import { listTransactionsEndpoint } from '@/transport/transactions/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(listTransactionsEndpoint)
