import { serve } from '@/server/api/serve'
import { addToAllowlist, listAllowlist } from '@/server/projects/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(addToAllowlist, listAllowlist)
