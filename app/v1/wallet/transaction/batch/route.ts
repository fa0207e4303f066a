import { serve } from '@/server/api/serve'
import { createBatchEndpoint } from '@/server/transactions/batch-endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(createBatchEndpoint)
