import { z } from 'zod'
import { businessProjectRef } from '@/schemas/projects/contract'
import { lineOfText } from '@/schemas/text/contract'
import { exampleOf } from '@/server/text/example-of'
import { field } from '@/server/text/field'
import { MAX_KEY_NAME } from './words'

/** Hours the replaced pair keeps working. */
const OVERLAP_HOURS = [0, 1, 24, 168] as const
const DEFAULT_OVERLAP_HOURS = 24

export const rotateKeysBody = z.strictObject({
  overlapHours: z
    .literal([...OVERLAP_HOURS])
    .meta({ type: 'integer' })
    .default(DEFAULT_OVERLAP_HOURS)
    .meta({
      description: 'The number of hours for which the current keys keep working: 0, 1, 24 or 168.',
      examples: [DEFAULT_OVERLAP_HOURS],
    }),
})

const instantOrNull = z.string().nullable()

const apiKeyView = z.object({
  id: field(z.string(), 'The id of the key.', '019a6b3e-2a10-7b21-8c44-1d2e3f4a5b6c'),
  projectId: field(z.string(), 'The project the key belongs to.', '019a6b3e-0b00-7a10-9c00-0a1b2c3d4e5f'),
  environment: field(z.enum(['live', 'test']), 'Operations of the business accept only tokens of live keys.', 'live'),
  prefix: field(z.string(), 'The first characters of the key.', 'sk_live_'),
  lastFour: field(z.string(), 'The last characters of the key.', 'x7Qa'),
  status: field(z.enum(['active', 'expiring', 'expired', 'revoked']), 'The state of the key.', 'active'),
  createdBy: field(z.string(), 'The person or key that created it.', 'Ada Obi'),
  createdAt: field(z.string(), 'The time at which it was created.', '2026-11-21T11:05:12.310Z'),
  expiresAt: field(instantOrNull, 'The time at which a rotated key ends.', null),
  revokedAt: field(instantOrNull, 'The time at which it was revoked.', null),
  lastUsedAt: field(instantOrNull, 'The time at which one of its tokens was last used.', null),
  lastUsedIp: field(instantOrNull, 'From where.', null),
})
export type ApiKeyView = z.infer<typeof apiKeyView>

/** A key as the portal lists it; the API has no names. */
export type NamedKeyView = ApiKeyView & {
  /** The name of its pair; empty if there is none. */
  name: string
}

/** A key as its maker sees it, once. */
const newApiKeyView = apiKeyView
  .extend({ key: field(z.string(), 'The key. It is shown only once.', 'sk_live_…') })
  .meta({ id: 'NewApiKey' })
export type NewApiKeyView = z.infer<typeof newApiKeyView>

const LIVE_KEY = exampleOf(newApiKeyView)
const TEST_KEY = {
  ...LIVE_KEY,
  id: '019a6b3e-2a11-7c32-9d55-2e3f4a5b6c7d',
  environment: 'test',
  prefix: 'sk_test_',
  lastFour: 'Lm3p',
  key: 'sk_test_…',
}

export const keyPairView = z
  .object({ live: newApiKeyView, test: newApiKeyView })
  .meta({ id: 'KeyPair', examples: [{ live: LIVE_KEY, test: TEST_KEY }] })
export type KeyPairView = z.infer<typeof keyPairView>

export const ownTokenInput = z.object({ environment: z.enum(['live', 'test']) })

/** A token that a person took of a key of their project. */
export type OwnToken = Pick<ApiKeyView, 'environment' | 'prefix' | 'lastFour'> & {
  token: string
  /** Seconds. */
  expiresIn: number
}

const GRANT = 'client_credentials'
const tokenFields = {
  client_id: field(z.string().optional(), 'Ignored. Standard OAuth clients send it.', 'my-service'),
  client_secret: field(
    z.string().optional(),
    'The project API key. Required unless HTTP Basic has it, as the password or as the user name.',
    'sk_live_…',
  ),
  scope: field(z.string().optional(), 'Space-separated; omit for full access. At most 500 characters.', 'wallet:read'),
}

/**
 * Not strict: RFC 6749 has servers ignore parameters they do not know. Without a grant type the answer is in OAuth
 * form.
 */
export const tokenBody = z.object({ grant_type: z.string().optional(), ...tokenFields })

/** The shape that the reference shows. */
export const tokenShape = z
  .object({ grant_type: field(z.literal(GRANT), 'The only supported grant.', GRANT), ...tokenFields })
  .meta({ id: 'TokenRequest', examples: [{ grant_type: GRANT, client_secret: 'sk_live_…' }] })

export const tokenView = z
  .object({
    access_token: field(
      z.string(),
      'A signed JWT: send it as `Authorization: Bearer`.',
      'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9…',
    ),
    token_type: field(z.literal('Bearer'), 'The authentication scheme to send it with.', 'Bearer'),
    expires_in: field(z.number().int(), 'The number of seconds until it expires.', 600),
    scope: field(z.string().optional(), 'The requested scopes; absent for full access.', 'wallet:read'),
  })
  .meta({ id: 'AccessToken' })

export const oauthErrorView = z
  .object({
    error: field(z.string(), 'The kind of refusal (RFC 6749).', 'invalid_client'),
    error_description: field(z.string(), 'The problem, for people.', 'The API key is not recognized'),
  })
  .meta({ id: 'OAuthError', description: 'A refusal of the token endpoint, in the form of RFC 6749.' })

export const jwksView = z
  .object({
    keys: field(z.array(z.record(z.string(), z.string())), 'Public keys, as JWKs.', [
      { kty: 'EC', crv: 'P-256', kid: '019a6b3e', alg: 'ES256', use: 'sig', x: '…', y: '…' },
    ]),
  })
  .meta({ id: 'JsonWebKeySet' })
export const oauthMetadataView = z.record(z.string(), z.unknown()).meta({
  id: 'OAuthMetadata',
  description: 'RFC 8414.',
  examples: [
    {
      issuer: 'https://api.example',
      token_endpoint: 'https://api.example/v1/oauth/token',
      jwks_uri: 'https://api.example/.well-known/jwks.json',
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      scopes_supported: ['wallet:read', 'wallet:write'],
      service_documentation: 'https://api.example/docs',
    },
  ],
})

const pairName = lineOfText.max(MAX_KEY_NAME)

// `shape`: the body of `/v1` refuses unknown fields, and here the portal sends the project with it.
/** Without a name the new pair has that of the pair it replaces. */
export const rotateKeysInput = z.object({ ...rotateKeysBody.shape, name: pairName.optional() })
export const issueKeysInput = businessProjectRef.extend(rotateKeysInput.shape)
export const renameKeysInput = z.object({ keyId: z.uuid(), name: pairName })
export const renameKeysOfProjectInput = businessProjectRef.extend(renameKeysInput.shape)
export const revokeKeyInput = businessProjectRef.extend({ keyId: z.uuid() })
