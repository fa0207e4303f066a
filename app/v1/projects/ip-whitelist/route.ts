import { serve } from '@/server/api/serve'
import { allowIpAddressEndpoint, listAllowedIpAddressesEndpoint } from '@/transport/projects/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(
  allowIpAddressEndpoint,
  listAllowedIpAddressesEndpoint,
)
