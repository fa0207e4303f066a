import { serve } from '@/server/api/serve'
import { listPlansOfProductEndpoint } from '@/transport/plans/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(listPlansOfProductEndpoint)
