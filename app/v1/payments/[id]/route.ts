import { serve } from '@/server/api/serve'
import { getPaymentEndpoint } from '@/transport/payments/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(getPaymentEndpoint)
