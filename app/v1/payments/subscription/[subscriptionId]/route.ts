import { serve } from '@/server/api/serve'
import { listPaymentsOfSubscriptionEndpoint } from '@/server/payments/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(listPaymentsOfSubscriptionEndpoint)
