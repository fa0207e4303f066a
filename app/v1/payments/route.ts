import { serve } from '@/server/api/serve'
import { listPaymentsEndpoint } from '@/server/payments/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(listPaymentsEndpoint)
