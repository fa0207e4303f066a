import { serve } from '@/server/api/serve'
import { getTokenYieldEndpoint } from '@/transport/tokens/holders/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(getTokenYieldEndpoint)
