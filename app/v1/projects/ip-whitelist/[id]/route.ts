import { serve } from '@/server/api/serve'
import { removeAllowedIpAddressEndpoint } from '@/transport/projects/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(removeAllowedIpAddressEndpoint)
