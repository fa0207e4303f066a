import { serve } from '@/server/api/serve'
import { getBalanceEndpoint } from '@/transport/wallets/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(getBalanceEndpoint)
