import { serve } from '@/server/api/serve'
import { blockAddressesEndpoint, listBlockedAddressesEndpoint } from '@/transport/screening/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(
  blockAddressesEndpoint,
  listBlockedAddressesEndpoint,
)
