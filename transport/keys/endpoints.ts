import {
  jwksView,
  keyPairView,
  oauthMetadataView,
  rotateKeysBody,
  tokenBody,
  tokenShape,
  tokenView,
} from '@/schemas/keys/contract'
import { endpoint, reply } from '@/server/api/endpoint'
import { basicCredentials, usesBasic } from '@/server/keys/basic-credentials'
import { issueToken } from '@/server/keys/issue-token'
import { OAuthError } from '@/server/keys/oauth-error'
import { oauthMetadata } from '@/server/keys/oauth-metadata'
import { rotateKeyPair } from '@/server/keys/rotate-key-pair'
import { publishedKeys } from '@/server/keys/signing-keys'
import { requireProject } from '@/server/projects/require-project'

/** RFC 6749, 2.3: one method of authentication a request. */
const TWO_AUTHENTICATIONS = 'Send the API key once: by HTTP Basic or as client_secret'

export const createTokenEndpoint = endpoint({
  id: 'createToken',
  method: 'POST',
  path: '/v1/oauth/token',
  summary: 'Issue an access token',
  description:
    'OAuth 2.0 client credentials. Takes JSON or a form. The key may also be sent by HTTP Basic, as the password or, with an empty password, as the user name, but not in both places. 30 requests per minute and address.',
  tags: ['Authentication'],
  auth: 'oauth',
  raw: true,
  body: tokenBody,
  shapes: tokenShape,
  replies: { 200: tokenView },
  async handle({ body, request }) {
    const authorization = request.header('authorization')
    if (body.client_secret && usesBasic(authorization)) throw new OAuthError('invalid_request', TWO_AUTHENTICATIONS)
    const basic = basicCredentials(authorization)
    const token = await issueToken({
      grantType: body.grant_type,
      apiKey: basic ? basic.secret || basic.id : body.client_secret,
      scope: body.scope ?? '',
      clientIp: request.clientIp,
    })
    return reply(200, '', token, { headers: { pragma: 'no-cache' } })
  },
})

export const rotateKeysEndpoint = endpoint({
  id: 'rotateKeys',
  method: 'POST',
  path: '/v1/projects/keys/rotate',
  summary: 'Rotate the key pair',
  description:
    'Issues a new live and test key, which are shown only once. The current keys stay valid for `overlapHours`. At most two keys of an environment are valid at a time: another rotation meanwhile ends the oldest at once.',
  tags: ['Project'],
  auth: 'liveKey',
  scope: 'projects:write',
  rateLimit: 'write',
  body: rotateKeysBody,
  replies: { 201: keyPairView },
  async handle({ ctx, body }) {
    return reply(201, 'Key pair rotated', await rotateKeyPair(requireProject(ctx), body))
  },
})

export const getJwksEndpoint = endpoint({
  id: 'getJwks',
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'Keys that sign access tokens',
  tags: ['Authentication'],
  auth: 'public',
  rateLimit: 'read',
  raw: true,
  replies: { 200: jwksView },
  async handle() {
    const keys = await publishedKeys('all')
    return reply(200, '', { keys: keys.map((key) => key.publicJwk) })
  },
})

export const getOAuthMetadataEndpoint = endpoint({
  id: 'getOAuthMetadata',
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  summary: 'OAuth 2.0 server metadata',
  tags: ['Authentication'],
  auth: 'public',
  rateLimit: 'read',
  raw: true,
  replies: { 200: oauthMetadataView },
  async handle() {
    return reply(200, '', oauthMetadata())
  },
})
