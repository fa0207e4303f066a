import { serve } from '@/server/api/serve'
import { quotePaymentEndpoint } from '@/server/payments/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(quotePaymentEndpoint)
