import { serve } from '@/server/api/serve'
import { removeAllowedIpAddressEndpoint } from '@/server/projects/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(removeAllowedIpAddressEndpoint)
