import { serve } from '@/server/api/serve'
import { getPlansOfProduct } from '@/server/plans/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(getPlansOfProduct)
