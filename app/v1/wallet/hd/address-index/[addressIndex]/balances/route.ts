import { serve } from '@/server/api/serve'
import { getWalletBalancesEndpoint } from '@/server/wallets/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(getWalletBalancesEndpoint)
