import { serve } from '@/server/api/serve'
import { freezeWalletEndpoint, removeWalletEndpoint } from '@/transport/tokens/holders/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(freezeWalletEndpoint, removeWalletEndpoint)
