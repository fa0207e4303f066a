import { serve } from '@/server/api/serve'
import { unblockAddressEndpoint } from '@/transport/screening/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(unblockAddressEndpoint)
