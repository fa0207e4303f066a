import { serve } from '@/server/api/serve'
import { readHistory } from '@/server/transactions/endpoints'

export const GET = serve(readHistory)
