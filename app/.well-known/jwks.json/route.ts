import { serve } from '@/server/api/serve'
import { getJwks } from '@/server/keys/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(getJwks)
