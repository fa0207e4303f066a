import { serve } from '@/server/api/serve'
import {
  listRegisteredWalletsEndpoint,
  registerWalletsEndpoint,
  removeWalletsEndpoint,
} from '@/transport/tokens/holders/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(
  listRegisteredWalletsEndpoint,
  registerWalletsEndpoint,
  removeWalletsEndpoint,
)
