import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ENDPOINTS } from '@/registry/endpoints'
import { MESSAGES } from '@/server/refusals/messages'
import {
  allowOnly,
  type Caller,
  endSubscriptionsOf,
  limitPlansOf,
  newCaller,
  revokeKeyOf,
  suspendBusinessOf,
} from '@/server/testing/callers'
import { DOOR_NAMES, type DoorName, openDoors, type Sent } from '@/server/testing/doors'
import { exampleCall } from '@/server/testing/examples'
import { openDatabase } from '@/server/testing/open-database'
import { oneOfEachClass } from '@/server/testing/proof'
import { type Endpoint, operationOf } from './endpoint'
import { type RefusedName, refusedTokens, SCOPE_OF_ANOTHER_AREA } from './refused-tokens.test-data'

/**
 * Every guarded endpoint, through both doors, in front of callers who must not get in: status and text to the letter.
 */
const GUARDED = ENDPOINTS.filter((endpoint) => endpoint.auth === 'liveKey')

/**
 * The properties of an endpoint's description that the pipeline reads. Endpoints with equal properties are refused by
 * the same branches.
 */
const classOf = ({ method, scope, contextMessage, capability, idempotent, body, raw, prepare, accept }: Endpoint) =>
  [
    method === 'GET' ? 'read' : 'write',
    scope?.startsWith('indexer') ? 'indexer' : 'other',
    contextMessage !== undefined,
    typeof capability,
    String(capability).startsWith('indexer.'),
    idempotent,
    body !== undefined,
    raw === true,
    prepare !== undefined,
    accept !== undefined,
  ].join(' ')

/**
 * How much is asked of an endpoint through a door. One of each class gets every refusal through both doors; of the
 * others the front door tries what depends on their own description, and Next's a refusal that names the scope, so that
 * it is the right endpoint behind the route.
 */
type Depth = 'whole' | 'own' | 'bound'
const STANDS_FOR_ITS_CLASS = new Set(oneOfEachClass(GUARDED, classOf))
const depthOf = (endpoint: Endpoint, door: DoorName): Depth => {
  if (STANDS_FOR_ITS_CLASS.has(endpoint)) return 'whole'
  return door === 'the front server' ? 'own' : 'bound'
}
/** Refused tokens whose text or status depends on the endpoint. */
const OWN_TOKENS = ['a token without project', 'a test token', SCOPE_OF_ANOTHER_AREA]
const HEADERS = ['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer two parts', 'Token abc']

openDatabase()
let doors: Awaited<ReturnType<typeof openDoors>>
let full: Caller
let callers: Record<RefusedName, Caller>

beforeAll(async () => {
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
})

/** RFC 6750, by the code of the refusal. */
const CHALLENGES: Record<string, string> = {
  token_missing: 'Bearer error="invalid_token", error_description="The access token is missing"',
  token_malformed: 'Bearer error="invalid_token", error_description="The access token is malformed"',
  token_expired: 'Bearer error="invalid_token", error_description="The access token expired"',
  token_unknown: 'Bearer error="invalid_token", error_description="The access token is unknown"',
  context_missing: 'Bearer error="invalid_token", error_description="The access token names no project"',
}
const CASES = refusedTokens(
  () => full,
  () => callers,
)

describe.each(DOOR_NAMES)('through %s', (name) => {
  const send = (sent: Sent) => doors.open[name].send(sent)

  describe.each(GUARDED.map((endpoint) => [operationOf(endpoint), endpoint] as const))('%s', (_operation, endpoint) => {
    const depth = depthOf(endpoint, name)
    const headers = { whole: HEADERS, own: [''], bound: [] }[depth]
    const tokens = CASES.filter(
      (refused) =>
        ({ whole: true, own: OWN_TOKENS.includes(refused.name), bound: refused.name === SCOPE_OF_ANOTHER_AREA })[depth],
    )
    const isOwn = depth !== 'bound'

    test.each(headers)('refuses the authorization header "%s"', async (authorization) => {
      const call = exampleCall(endpoint)
      const headers = { ...call.headers, ...(authorization ? { authorization } : {}) }
      const answer = await send({ ...call, headers })
      const code = authorization ? 'token_malformed' : 'token_missing'
      expect([answer.status, answer.body]).toEqual([401, { status: false, message: MESSAGES.tokenMissing, code }])
      expect(answer.headers.get('www-authenticate')).toBe(CHALLENGES[code])
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    })

    test.each(tokens)('refuses $name', async ({ token, expected }) => {
      const [status, message, code] = expected(endpoint)
      const answer = await send(exampleCall(endpoint, await token(endpoint)))
      expect([answer.status, answer.body]).toEqual([status, { status: false, message, code }])
      expect(answer.headers.get('www-authenticate')).toBe(CHALLENGES[code] ?? null)
    })

    testIf(isOwn && typeof endpoint.capability === 'string')('refuses a plan without the capability', async () => {
      const call = exampleCall(endpoint, callers.bare.token)
      const message = String(endpoint.capability).startsWith('indexer.')
        ? `Missing required capability: ${endpoint.capability}`
        : `Capability ${endpoint.capability} not granted`
      const resolveUrl = expect.stringContaining(`/projects/${callers.bare.tenant.projectId}/plans?product=`)
      const reported = { status: false, message, code: 'capability_missing', resolveUrl }
      // The plan comes before the body, which may be expensive to parse.
      for (const sent of [call, ...(endpoint.body ? [{ ...call, body: '{' }] : [])]) {
        const answer = await send(sent)
        expect([answer.status, answer.body]).toEqual([403, reported])
      }
    })

    testIf(isOwn && endpoint.capability !== undefined)('refuses a project without a subscription', async () => {
      const answer = await send(exampleCall(endpoint, callers.unsubscribed.token))
      expect([answer.status, answer.body]).toEqual([
        402,
        {
          status: false,
          message: MESSAGES.noSubscription,
          code: 'subscription_missing',
          resolveUrl: expect.stringContaining('/plans?product='),
        },
      ])
    })

    testIf(depth === 'whole')('refuses the call over the limit, until tokens are back', async () => {
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

    testIf(isOwn && endpoint.idempotent === true)('wants an idempotency key', async () => {
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
    testIf(isOwn && endpoint.body !== undefined)(
      'takes null for a field it can do without as if it were absent',
      async () => {
        const call = exampleCall(endpoint, (await newCaller()).token)
        const nulls = Object.fromEntries(optionalFieldsOf(endpoint).map((field) => [field, null]))
        const answer = await send({ ...call, body: { ...nulls, ...Object(call.body) } })
        expect(Object.keys(nulls)).not.toContain(answer.body.code === 'validation_failed' && answer.body.param)
      },
    )

    testIf(isOwn && endpoint.body !== undefined)('refuses a field it does not know', async () => {
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

    testIf(isOwn)('answers without a trace for caches, sniffers and frames', async () => {
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

/** A test where the condition holds; none that is skipped where it does not. */
function testIf(condition: boolean) {
  return (name: string, run: () => Promise<void>) => {
    if (condition) test(name, run)
  }
}

function optionalFieldsOf({ body }: Endpoint): string[] {
  if (!(body instanceof z.ZodObject)) return []
  return Object.entries<z.ZodType>(body.shape).flatMap(([name, field]) =>
    field.safeParse(undefined).success ? [name] : [],
  )
}
