import { serve } from '@/server/api/serve'
import { issueTokenEndpoint, listTokensEndpoint } from '@/transport/tokens/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(issueTokenEndpoint, listTokensEndpoint)
