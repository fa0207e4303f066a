import { serve } from '@/server/api/serve'
import { updateWalletEndpoint } from '@/transport/wallets/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(updateWalletEndpoint)
