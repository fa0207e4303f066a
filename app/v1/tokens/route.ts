import { serve } from '@/server/api/serve'
import { issueTokenEndpoint, listTokensEndpoint } from '@/server/tokens/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(issueTokenEndpoint, listTokensEndpoint)
