import { serve } from '@/server/api/serve'
import { rotateKeysEndpoint } from '@/transport/keys/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(rotateKeysEndpoint)
