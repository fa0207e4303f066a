import { serve } from '@/server/api/serve'
import { removeFromAllowlist } from '@/server/projects/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(removeFromAllowlist)
