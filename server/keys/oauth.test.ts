import { createLocalJWKSet, jwtVerify } from 'jose'
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { env } from '@/server/env'
import { allowOnly, type Caller, newCaller, revokeKeyOf, suspendBusinessOf } from '@/server/testing/callers'
import { openDoors, type Received } from '@/server/testing/doors'
import { openDatabase } from '@/server/testing/open-database'

openDatabase()
let doors: Awaited<ReturnType<typeof openDoors>>
let caller: Caller
beforeAll(async () => {
  // A proxy on this machine lets each test come from an address, and so with a rate window, of its own.
  doors = await openDoors(['127.0.0.1'])
  caller = await newCaller()
})
afterAll(async () => {
  await doors.close()
})

let lastAddress = 0
const ownAddress = () => `198.51.100.${++lastAddress}`

function ask(body: unknown, headers: Record<string, string> = {}): Promise<Received> {
  return doors.open['the front server'].send({
    method: 'POST',
    path: '/v1/oauth/token',
    headers: { 'x-forwarded-for': ownAddress(), 'content-type': 'application/json', ...headers },
    body,
  })
}

const good = () => ({ grant_type: 'client_credentials', client_secret: caller.apiKey })

test('answers with a token in the form of the specification, never stored anywhere', async () => {
  const answer = await ask(good())
  expect(answer.status).toBe(200)
  expect(Object.keys(answer.body).sort()).toEqual(['access_token', 'expires_in', 'token_type'])
  expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 600 })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('pragma')).toBe('no-cache')
})

test.each([
  ['password, under any user name', (key: string) => `me:${key}`],
  ['user name, with an empty password', (key: string) => `${key}:`],
])('takes the key by HTTP Basic as the %s', async (_position, credentials) => {
  const authorization = `Basic ${Buffer.from(credentials(caller.apiKey)).toString('base64')}`
  const answer = await ask({ grant_type: 'client_credentials', scope: null }, { authorization })
  expect([answer.status, answer.body.token_type]).toEqual([200, 'Bearer'])
})

test('refuses two client authentications at once (RFC 6749, 2.3), whichever of them is right', async () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const none = { grant_type: 'client_credentials', client_id: 'me' }
  for (const authorization of [
    basic(`me:${caller.apiKey}`),
    basic(`${caller.apiKey}:`),
    basic('me:wrong'),
    'basic ???',
    'Basic',
  ]) {
    const both = [
      ask(good(), { authorization }),
      ask(new URLSearchParams(good()).toString(), { authorization, ...form }),
    ]
    for (const { status, body } of await Promise.all(both)) {
      expect([authorization, status, body.error]).toEqual([authorization, 400, 'invalid_request'])
      expect(body.error_description).toBe('Send the API key once: by HTTP Basic or as client_secret')
    }
  }
  // Stock clients name themselves in the body beside it, or send an empty secret.
  for (const body of [none, { ...none, client_secret: '' }, { ...none, client_secret: null }]) {
    expect((await ask(body, { authorization: basic(`me:${caller.apiKey}`) })).status).toBe(200)
  }
  expect((await ask(good(), { authorization: 'Bearer abc' })).status).toBe(200)
})

test('refuses a compressed body with 415 and names the header', async () => {
  for (const coding of ['gzip', 'GZIP', 'br', 'identity, gzip', 'x-unknown']) {
    const { status, body } = await ask(good(), { 'content-encoding': coding })
    expect([coding, status, body.error]).toEqual([coding, 415, 'invalid_request'])
    expect(body.error_description).toContain('Content-Encoding')
  }
  expect((await ask(good(), { 'content-encoding': 'Identity' })).status).toBe(200)
})

test('takes a form, however its media type is written (RFC 9110: no case)', async () => {
  const form = new URLSearchParams(good()).toString()
  for (const type of ['application/x-www-form-urlencoded', 'Application/X-WWW-Form-URLEncoded; charset=UTF-8'])
    expect([type, (await ask(form, { 'content-type': type })).status]).toEqual([type, 200])
})

test('signs what the published keys verify, with the claims a resource server needs', async () => {
  const { body } = await ask({ ...good(), scope: 'wallet:read indexer:read' })
  const { body: jwks } = await doors.open['the front server'].send({ method: 'GET', path: '/.well-known/jwks.json' })
  expect(JSON.stringify(jwks)).not.toContain('"d"')
  const { BASE_URL } = env()
  const { payload, protectedHeader } = await jwtVerify(String(body.access_token), createLocalJWKSet(jwksOf(jwks)), {
    issuer: BASE_URL,
    audience: `${BASE_URL}/v1`,
    typ: 'at+jwt',
    algorithms: ['ES256'],
  })
  expect(protectedHeader.kid).toBeTruthy()
  const { keyId, businessId, projectId } = caller.subject
  expect(payload).toMatchObject({ sub: keyId, client_id: keyId, keyId, businessId, projectId, environment: 'live' })
  expect(payload.scope).toBe('wallet:read indexer:read')
  expect(payload.jti).toBeTruthy()
  expect(Number(payload.exp) - Number(payload.iat)).toBe(600)
  expect(body.scope).toBe('wallet:read indexer:read')
})

function jwksOf(body: Record<string, unknown>) {
  return { keys: Array.isArray(body.keys) ? body.keys : [] }
}

test.each([
  ['form fields', () => oauth.ClientSecretPost(caller.apiKey)],
  ['HTTP Basic', () => oauth.ClientSecretBasic(caller.apiKey)],
])('serves a stock OAuth 2.0 client that sends %s', async (_name, authentication) => {
  const options = {
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: (url: string, init: RequestInit) => {
      const target = new URL(url)
      return fetch(`${doors.baseUrl}${target.pathname}`, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init.headers)), 'x-forwarded-for': ownAddress() },
      })
    },
  }
  const issuer = new URL(env().BASE_URL)
  const discovered = await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' })
  const server = await oauth.processDiscoveryResponse(issuer, discovered)
  const client = { client_id: 'anything' }
  const answer = await oauth.clientCredentialsGrantRequest(
    server,
    client,
    authentication(),
    new URLSearchParams({ scope: 'wallet:read' }),
    options,
  )
  const token = await oauth.processClientCredentialsResponse(server, client, answer)
  expect(token.expires_in).toBe(600)
  expect(token.scope).toBe('wallet:read')
})

const live = (key: string) => ({ grant_type: 'client_credentials', client_secret: key })
test.each([
  ['a body that is no JSON', () => '{', 400, 'invalid_request'],
  ['no body', () => undefined, 400, 'invalid_request'],
  ['a body that is no object', () => '[]', 400, 'invalid_request'],
  ['the same field twice', () => '{"grant_type":"a","grant_type":"client_credentials"}', 400, 'invalid_request'],
  ['no grant_type', () => ({ client_secret: caller.apiKey }), 400, 'invalid_request'],
  ['a grant_type of another kind', () => ({ ...good(), grant_type: 1 }), 400, 'invalid_request'],
  ['another grant', () => ({ ...good(), grant_type: 'password' }), 400, 'unsupported_grant_type'],
  ['no key', () => ({ grant_type: 'client_credentials' }), 401, 'invalid_client'],
  ['a key without shape', () => live('hello'), 401, 'invalid_client'],
  [
    'a key with a typo',
    () => live(`${caller.apiKey.slice(0, -1)}${caller.apiKey.endsWith('a') ? 'b' : 'a'}`),
    401,
    'invalid_client',
  ],
  ['an unknown scope', () => ({ ...good(), scope: 'wallet:read root' }), 400, 'invalid_scope'],
  [
    '501 characters of scope',
    () => ({ ...good(), scope: 'wallet:read '.repeat(42).slice(0, 501) }),
    400,
    'invalid_scope',
  ],
])('refuses %s in the OAuth form', async (_name, body, status, error) => {
  const answer = await ask(body())
  expect([answer.status, answer.body.error]).toEqual([status, error])
  expect(Object.keys(answer.body).sort()).toEqual(['error', 'error_description'])
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('takes 500 characters of scope', async () => {
  const answer = await ask({ ...good(), scope: 'wallet:read '.repeat(42).slice(0, 500).trimEnd().replace(/ \S*$/, '') })
  expect(answer.status).toBe(200)
})

test('refuses a revoked key, a suspended business and a blocked address', async () => {
  const [revoked, suspended, blocked] = [await newCaller(), await newCaller(), await newCaller()]
  await revokeKeyOf(revoked)
  await suspendBusinessOf(suspended)
  await allowOnly(blocked, '203.0.113.5')
  expect(await ask(live(revoked.apiKey))).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  expect(await ask(live(suspended.apiKey))).toMatchObject({ status: 403, body: { error: 'unauthorized_client' } })
  expect(await ask(live(blocked.apiKey))).toMatchObject({ status: 403, body: { error: 'unauthorized_client' } })
  expect(await ask(live(blocked.apiKey), { 'x-forwarded-for': '203.0.113.5' })).toMatchObject({ status: 200 })
})

test('issues a test token for a test key', async () => {
  const tester = await newCaller({ environment: 'test' })
  expect((await ask(live(tester.apiKey))).status).toBe(200)
})

test('lets exactly thirty through per address and minute, and answers the rest in both forms', async () => {
  const address = ownAddress()
  const answers = await Promise.all(Array.from({ length: 45 }, () => ask(good(), { 'x-forwarded-for': address })))
  const refused = answers.filter((answer) => answer.status === 429)
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(30)
  expect(refused).toHaveLength(15)
  for (const answer of refused) {
    expect(answer.body).toEqual({
      error: 'temporarily_unavailable',
      error_description: 'Too many requests. Please try again later.',
      status: false,
      message: 'Too many requests. Please try again later.',
      code: 'rate_limited',
      retryAfter: expect.any(Number),
    })
    expect(answer.headers.get('retry-after')).toBe(String(answer.body.retryAfter))
  }
  expect((await ask(good())).status).toBe(200)
})

test('publishes where a client finds everything', async () => {
  const { body } = await doors.open["Next's route handlers"].send({
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
  })
  const { BASE_URL } = env()
  expect(body).toMatchObject({
    issuer: BASE_URL,
    token_endpoint: `${BASE_URL}/v1/oauth/token`,
    jwks_uri: `${BASE_URL}/.well-known/jwks.json`,
    grant_types_supported: ['client_credentials'],
  })
})
