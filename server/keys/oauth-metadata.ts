import { env } from '@/server/env'
import { SCOPES } from './scopes'

/** RFC 8414: the document in which a standard OAuth client finds the token endpoint. */
export function oauthMetadata(): Record<string, unknown> {
  const { BASE_URL } = env()
  return {
    issuer: BASE_URL,
    token_endpoint: `${BASE_URL}/v1/oauth/token`,
    jwks_uri: `${BASE_URL}/.well-known/jwks.json`,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    scopes_supported: SCOPES,
    service_documentation: `${BASE_URL}/docs`,
  }
}
