import { serve } from '@/server/api/serve'
import { listPlansOfProductEndpoint } from '@/server/plans/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(listPlansOfProductEndpoint)
