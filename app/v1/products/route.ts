import { serve } from '@/server/api/serve'
import { listProductsEndpoint } from '@/transport/plans/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(listProductsEndpoint)
