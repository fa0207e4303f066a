import { serve } from '@/server/api/serve'
import { readHistory } from '@/server/transactions/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(readHistory)
