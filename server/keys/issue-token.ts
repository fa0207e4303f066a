import { eq, or } from 'drizzle-orm'
import { apiKeys } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { logger } from '@/server/logger'
import { findProjectAccess, isAllowedFrom, isKeyEnded, type ProjectAccess } from '@/server/projects/find-project-access'
import { signAccessToken, type TokenSubject } from './access-token'
import { hashApiKey, PEPPER_VERSION, parseApiKey } from './api-key'
import { OAuthError } from './oauth-error'
import { SCOPES } from './scopes'
import { TOKEN_LIFETIME_SECONDS } from './signing-keys'

type TokenRequest = {
  grantType: string | undefined
  apiKey: string | undefined
  scope: string
  clientIp: string | null
}
type IssuedToken = { access_token: string; token_type: 'Bearer'; expires_in: number; scope?: string }

const MAX_SCOPE_LENGTH = 500

/** Exchanges a project API key for an access token (spec 4.1). Throws `OAuthError`. */
export async function issueToken(request: TokenRequest): Promise<IssuedToken> {
  if (!request.grantType) throw new OAuthError('invalid_request', 'grant_type is required')
  if (request.grantType !== 'client_credentials') {
    throw new OAuthError('unsupported_grant_type', 'grant_type must be client_credentials')
  }
  const access = await requireKey(request.apiKey)
  if (access.isSuspended) throw new OAuthError('unauthorized_client', 'The project of this API key is suspended')
  if (!isAllowedFrom(access, request.clientIp)) {
    throw new OAuthError('unauthorized_client', 'This API key may not be used from this IP address')
  }
  const scope = requireKnownScopes(request.scope)
  const { keyId, businessId, projectId, environment } = access
  const issued = { token_type: 'Bearer', expires_in: TOKEN_LIFETIME_SECONDS } as const
  const subject = { keyId, businessId, projectId, environment, ...(scope ? { scope } : {}) }
  return { access_token: await sign(subject), ...issued, ...(scope ? { scope } : {}) }
}

async function requireKey(apiKey: string | undefined): Promise<ProjectAccess> {
  if (!apiKey) throw new OAuthError('invalid_client', 'client_secret is required: send your project API key')
  const environment = parseApiKey(apiKey)
  if (!environment) throw new OAuthError('invalid_client', 'The API key is malformed')
  const hashes = await possibleHashes(apiKey)
  const [row] = await workerCtx()
    .db.select({ id: apiKeys.id })
    .from(apiKeys)
    .where(or(...hashes.map((hash) => eq(apiKeys.secretHash, hash))))
  const access = row ? await findProjectAccess(row.id) : null
  if (!access || isKeyEnded(access) || access.environment !== environment) {
    throw new OAuthError('invalid_client', 'The API key is not recognized')
  }
  return access
}

/** Under every pepper that ever was: keys outlive a change of pepper. */
function possibleHashes(apiKey: string): Promise<string[]> {
  return Promise.all(Array.from({ length: PEPPER_VERSION }, (_, index) => hashApiKey(apiKey, index + 1)))
}

function requireKnownScopes(text: string): string {
  if (text.length > MAX_SCOPE_LENGTH) {
    throw new OAuthError('invalid_scope', `scope must be at most ${MAX_SCOPE_LENGTH} characters`)
  }
  const scopes = [...new Set(text.split(' ').filter(Boolean))]
  const unknown = scopes.find((scope) => !SCOPES.some((known) => known === scope))
  if (unknown !== undefined) throw new OAuthError('invalid_scope', 'scope names a scope that does not exist')
  return scopes.join(' ')
}

/** A key that cannot be decrypted is an outage (503), not a fault of the client. */
async function sign(subject: TokenSubject): Promise<string> {
  try {
    return await signAccessToken(subject)
  } catch (error) {
    logger().error({ err: error }, 'no access token could be signed')
    throw new OAuthError('temporarily_unavailable', 'Tokens cannot be signed at the moment')
  }
}
