import { serve } from '@/server/api/serve'
import { signMessageEndpoint } from '@/transport/messages/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(signMessageEndpoint)
