import { serve } from '@/server/api/serve'
import { listPaymentsOfSubscriptionEndpoint } from '@/transport/payments/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(listPaymentsOfSubscriptionEndpoint)
