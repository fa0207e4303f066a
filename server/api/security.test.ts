import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { publishedKeys } from '@/server/keys/signing-keys'
import { MESSAGES } from '@/server/messages'
import { ENDPOINTS } from '@/server/registry/endpoints'
import {
  allowOnly,
  type Caller,
  confusedToken,
  endSubscriptionsOf,
  forgeToken,
  limitPlansOf,
  newCaller,
  revokeKeyOf,
  suspendBusinessOf,
  unsignedToken,
} from '@/server/testing/callers'
import { DOOR_NAMES, openDoors, type Sent } from '@/server/testing/doors'
import { exampleCall } from '@/server/testing/examples'
import { testDatabase } from '@/server/testing/test-database'
import { type Endpoint, operationOf } from './endpoint'

/** Every guarded endpoint, through both doors, in front of every caller who must not get in: status and text to the letter. */
const GUARDED = ENDPOINTS.filter((endpoint) => endpoint.auth === 'liveKey')

let database: Awaited<ReturnType<typeof testDatabase>>
let doors: Awaited<ReturnType<typeof openDoors>>
let full: Caller
let callers: Record<
  'test' | 'bare' | 'unsubscribed' | 'revoked' | 'blocked' | 'suspended' | 'other' | 'narrow' | 'walletOnly',
  Caller
>

beforeAll(async () => {
  database = await testDatabase()
  doors = await openDoors()
  full = await newCaller()
  callers = {
    test: await newCaller({ environment: 'test' }),
    bare: await newCaller({ capabilities: [] }),
    unsubscribed: await newCaller(),
    revoked: await newCaller(),
    blocked: await newCaller(),
    suspended: await newCaller(),
    other: await newCaller(),
    narrow: await newCaller({ scope: 'indexer:read' }),
    walletOnly: await newCaller({ scope: 'wallet:read wallet:write' }),
  }
  await endSubscriptionsOf(callers.unsubscribed)
  await revokeKeyOf(callers.revoked)
  await allowOnly(callers.blocked, '203.0.113.1')
  await suspendBusinessOf(callers.suspended)
})
afterAll(async () => {
  await doors.close()
  await database.close()
})

type Case = {
  name: string
  token: (endpoint: Endpoint) => string | Promise<string>
  /** Status, text, code. */
  expected: (endpoint: Endpoint) => [number, string, string]
}

const malformed = (): [number, string, string] => [401, MESSAGES.tokenInvalid, 'token_malformed']
const unknown = (): [number, string, string] => [401, MESSAGES.tokenInvalid, 'token_unknown']
/** RFC 6750, by the code of the refusal. */
const CHALLENGES: Record<string, string> = {
  token_missing: 'Bearer error="invalid_token", error_description="The access token is missing"',
  token_malformed: 'Bearer error="invalid_token", error_description="The access token is malformed"',
  token_expired: 'Bearer error="invalid_token", error_description="The access token expired"',
  token_unknown: 'Bearer error="invalid_token", error_description="The access token is unknown"',
  context_missing: 'Bearer error="invalid_token", error_description="The access token names no project"',
}
const CASES: Case[] = [
  { name: 'a token that is no token', token: () => 'garbage', expected: malformed },
  { name: 'three parts of nothing', token: () => 'a.b.c', expected: malformed },
  {
    name: 'an expired token',
    token: () => forgeToken(full.subject, { expiresAt: Math.floor(Date.now() / 1000) - 60 }),
    expected: () => [401, MESSAGES.tokenInvalid, 'token_expired'],
  },
  {
    name: 'a wrong audience',
    token: () => forgeToken(full.subject, { audience: 'https://elsewhere.example/v1' }),
    expected: unknown,
  },
  {
    name: 'a wrong issuer',
    token: () => forgeToken(full.subject, { issuer: 'https://elsewhere.example' }),
    expected: unknown,
  },
  { name: 'a wrong type', token: () => forgeToken(full.subject, { header: { typ: 'JWT' } }), expected: unknown },
  {
    name: 'an unknown key id',
    token: () => forgeToken(full.subject, { header: { kid: 'nobody' } }),
    expected: unknown,
  },
  { name: 'alg none', token: () => unsignedToken(full.subject), expected: unknown },
  {
    name: 'HMAC under our public key',
    token: async () => confusedToken(full.subject, (await publishedKeys('all'))[0]?.publicJwk ?? {}),
    expected: unknown,
  },
  {
    name: "somebody else's signature",
    token: () => forgeToken(full.subject, { signer: 'foreign' }),
    expected: unknown,
  },
  {
    name: 'a key that does not exist',
    token: () => forgeToken({ ...full.subject, keyId: '0193a000-0000-7000-8000-00000000dead' }),
    expected: unknown,
  },
  {
    name: "a key of another business's project",
    token: () => forgeToken({ ...full.subject, keyId: callers.other.subject.keyId }),
    expected: unknown,
  },
  { name: 'a revoked key', token: () => callers.revoked.token, expected: unknown },
  {
    name: 'a token without business',
    token: () => forgeToken({ ...full.subject, businessId: undefined }),
    expected: () => [401, MESSAGES.contextMissing, 'context_missing'],
  },
  {
    name: 'a token without project',
    token: () => forgeToken({ ...full.subject, projectId: undefined }),
    expected: (endpoint) => [401, endpoint.contextMessage ?? MESSAGES.contextMissing, 'context_missing'],
  },
  { name: 'a test token', token: () => callers.test.token, expected: () => [403, MESSAGES.testToken, 'test_key'] },
  {
    name: 'a suspended business',
    token: () => callers.suspended.token,
    expected: () => [403, MESSAGES.projectSuspended, 'project_suspended'],
  },
  {
    name: 'a blocked address',
    token: () => callers.blocked.token,
    expected: () => [403, MESSAGES.ipBlocked, 'ip_blocked'],
  },
  {
    name: 'a scope of another area',
    token: ({ scope }) => (scope?.startsWith('indexer') ? callers.walletOnly : callers.narrow).token,
    expected: ({ scope }) => [403, `Insufficient scope: ${scope}`, 'scope_missing'],
  },
]

describe.each(DOOR_NAMES)('through %s', (name) => {
  const send = (sent: Sent) => doors.open[name].send(sent)

  describe.each(GUARDED.map((endpoint) => [operationOf(endpoint), endpoint] as const))('%s', (_operation, endpoint) => {
    test.each(['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer two parts', 'Token abc'])(
      'refuses the authorization header "%s"',
      async (authorization) => {
        const call = exampleCall(endpoint)
        const headers = { ...call.headers, ...(authorization ? { authorization } : {}) }
        const answer = await send({ ...call, headers })
        const code = authorization ? 'token_malformed' : 'token_missing'
        expect([answer.status, answer.body]).toEqual([401, { status: false, message: MESSAGES.tokenMissing, code }])
        expect(answer.headers.get('www-authenticate')).toBe(CHALLENGES[code])
        expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      },
    )

    test.each(CASES)('refuses $name', async ({ token, expected }) => {
      const [status, message, code] = expected(endpoint)
      const answer = await send(exampleCall(endpoint, await token(endpoint)))
      expect([answer.status, answer.body]).toEqual([status, { status: false, message, code }])
      expect(answer.headers.get('www-authenticate')).toBe(CHALLENGES[code] ?? null)
    })

    test.runIf(typeof endpoint.capability === 'string')('refuses a plan without the capability', async () => {
      const answer = await send(exampleCall(endpoint, callers.bare.token))
      const message = String(endpoint.capability).startsWith('indexer.')
        ? `Missing required capability: ${endpoint.capability}`
        : `Capability ${endpoint.capability} not granted`
      expect([answer.status, answer.body]).toEqual([403, { status: false, message, code: 'capability_missing' }])
    })

    test.runIf(endpoint.capability !== undefined)('refuses a project without a subscription', async () => {
      const answer = await send(exampleCall(endpoint, callers.unsubscribed.token))
      expect([answer.status, answer.body]).toEqual([
        402,
        { status: false, message: MESSAGES.noSubscription, code: 'subscription_missing' },
      ])
    })

    test('refuses the call over the limit, until tokens are back', async () => {
      const limited = await newCaller()
      await limitPlansOf(limited, 1)
      const first = await send(exampleCall(endpoint, limited.token))
      expect(first.status).not.toBe(429)
      const second = await send(exampleCall(endpoint, limited.token))
      const { retryAfter, ...rest } = second.body
      expect([second.status, rest]).toEqual([
        429,
        { status: false, message: MESSAGES.rateLimited, code: 'rate_limited' },
      ])
      expect(retryAfter).toBeGreaterThan(30)
      expect(retryAfter).toBeLessThanOrEqual(60)
      expect(second.headers.get('retry-after')).toBe(String(retryAfter))
      expect(second.headers.get('ratelimit-policy')).toBe(`"${endpoint.rateLimit}";q=1;w=60`)
      expect(second.headers.get('ratelimit')).toBe(`"${endpoint.rateLimit}";r=0;t=${retryAfter}`)
    })

    test.runIf(endpoint.idempotent)('wants an idempotency key', async () => {
      const call = exampleCall(endpoint, full.token)
      const { 'idempotency-key': _key, ...headers } = call.headers ?? {}
      const answer = await send({ ...call, headers })
      expect([answer.status, answer.body]).toEqual([
        400,
        {
          status: false,
          message: MESSAGES.idempotencyKeyMissing,
          code: 'idempotency_key_missing',
          param: 'Idempotency-Key',
        },
      ])
    })

    // A caller of its own: what it asks is done.
    test.runIf(endpoint.body)('takes null for a field it can do without as if it were absent', async () => {
      const call = exampleCall(endpoint, (await newCaller()).token)
      const nulls = Object.fromEntries(optionalFieldsOf(endpoint).map((field) => [field, null]))
      const answer = await send({ ...call, body: { ...nulls, ...Object(call.body) } })
      expect(Object.keys(nulls)).not.toContain(answer.body.code === 'validation_failed' && answer.body.param)
    })

    test.runIf(endpoint.body)('refuses a field it does not know', async () => {
      const call = exampleCall(endpoint, full.token)
      const answer = await send({ ...call, body: { ...Object(call.body), nonsense: 1 } })
      expect([answer.status, answer.body]).toEqual([
        400,
        {
          status: false,
          message: MESSAGES.validation,
          code: 'validation_failed',
          param: 'nonsense',
          errors: ['nonsense: unknown field'],
        },
      ])
    })

    test('answers without a trace for caches, sniffers and frames', async () => {
      // A caller of its own: some of these calls succeed, and then change what the next ones may do.
      const answer = await send(exampleCall(endpoint, (await newCaller()).token))
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(answer.status).toBeLessThan(500)
    })
  })
})

test('every guarded endpoint names a scope and a rate limit', () => {
  const careless = GUARDED.filter((endpoint) => !endpoint.scope || !endpoint.rateLimit)
  expect(careless.map(operationOf)).toEqual([])
})

function optionalFieldsOf({ body }: Endpoint): string[] {
  if (!(body instanceof z.ZodObject)) return []
  return Object.entries<z.ZodType>(body.shape).flatMap(([name, field]) =>
    field.safeParse(undefined).success ? [name] : [],
  )
}
