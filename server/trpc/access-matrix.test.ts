import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Person } from '@/schemas/people/contract'
import type { BusinessRole, PlatformRole } from '@/schemas/people/words'
import { env } from '@/server/env'
import { variables } from '@/server/environment/variables'
import { FRESH_MS, ProofNeededError, requireFreshProof } from '@/server/people/factors/require-fresh-proof'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { newPortalCaller } from '@/server/testing/portal-caller'
import { ACCESS } from './access.test-data'
import type { CallContext } from './call-context'
import { FRESH_PROCEDURES } from './fresh-procedures.test-data'
import type { Access } from './init'

const EVERYBODY = ['anonymous', 'viewer', 'developer', 'owner', 'foreign owner', 'support', 'operator'] as const
type Who = (typeof EVERYBODY)[number]

/** Who gets past the door of each kind of procedure. Operator and support see businesses as viewers do. */
const MAY = {
  public: EVERYBODY,
  person: ['viewer', 'developer', 'owner', 'foreign owner', 'support', 'operator'],
  viewer: ['viewer', 'developer', 'owner', 'support', 'operator'],
  developer: ['developer', 'owner'],
  owner: ['owner'],
  support: ['support', 'operator'],
  operator: ['operator'],
} as const satisfies Record<Access, readonly Who[]>

/** Refusals at the door; everything else means that the door was passed. */
const REFUSALS = ['UNAUTHORIZED', 'FORBIDDEN', 'Project not found']

const FRESH = { hasFactor: true, verifiedAt: new Date() }

openDatabase()
type How = { origin?: string | null; isStale?: boolean }
let call: (who: Who, path: string, how?: How) => Promise<string>
let names: string[]

beforeAll(async () => {
  // Imported late: these modules read the environment the database has just set.
  const { appRouter } = await import('@/registry/procedures')
  const { callTRPCProcedure } = await import('@trpc/server')
  const own = await createTenant()
  const foreign = await createTenant()
  names = Object.keys(appRouter._def.procedures)
  const people = {
    anonymous: null,
    viewer: await member({ businessId: own.businessId, role: 'viewer' }),
    developer: await member({ businessId: own.businessId, role: 'developer' }),
    owner: await member({ businessId: own.businessId, role: 'owner' }),
    'foreign owner': await member({ businessId: foreign.businessId, role: 'owner' }),
    support: person({ platformRole: 'support' }),
    operator: person({ platformRole: 'operator' }),
  } satisfies Record<Who, Person | null>
  call = async (who, path, { origin = env().BASE_URL, isStale = false } = {}) => {
    const known = people[who]
    const ctx: CallContext = {
      person: known && isStale ? { ...known, verifiedAt: new Date(0) } : known,
      requestId: 'test',
      clientIp: '203.0.113.1',
      origin,
      host: null,
      idempotencyKey: randomUUID(),
    }
    try {
      await callTRPCProcedure({
        router: appRouter,
        path,
        ctx,
        type: procedureType(appRouter._def.procedures, path),
        signal: undefined,
        batchIndex: 0,
        // Only the project is named, so whatever needs more input stops behind the door with BAD_REQUEST.
        getRawInput: async () => ({ projectId: own.projectId }),
      })
      return 'OK'
    } catch (error) {
      return codeOf(error)
    }
  }
})

test('names every procedure', () => {
  expect(names.sort()).toEqual(Object.keys(ACCESS).sort())
})

test.each(Object.entries(ACCESS))('%s (%s) lets in whom it should and nobody else', async (path, access) => {
  const outcomes = await Promise.all(EVERYBODY.map(async (who) => [who, await call(who, path)] as const))
  expect(outcomes.filter(([, outcome]) => outcome === 'INTERNAL_SERVER_ERROR')).toEqual([])
  const passed = outcomes.filter(([, outcome]) => !REFUSALS.includes(outcome)).map(([who]) => who)
  // With the outcomes, so that a failure says what each caller got.
  expect({ passed, outcomes }).toEqual({ passed: MAY[access], outcomes })
  if (!passed.includes('anonymous')) expect(outcomes).toContainEqual(['anonymous', 'UNAUTHORIZED'])
})

test('names every procedure that asks for a fresh proof', async () => {
  const { appRouter } = await import('@/registry/procedures')
  const marked = z
    .record(z.string(), z.custom<{ _def: { meta?: { fresh?: boolean } } }>())
    .parse(appRouter._def.procedures)
  expect(names.filter((path) => marked[path]?._def.meta?.fresh).sort()).toEqual([...FRESH_PROCEDURES].sort())
})

test.each(FRESH_PROCEDURES)(
  '%s is refused to everybody whose last proof is old, before anything is read',
  async (path) => {
    const refusals = await Promise.all(
      EVERYBODY.filter((who) => who !== 'anonymous').map((who) => call(who, path, { isStale: true })),
    )
    expect(new Set(refusals)).toEqual(new Set(['code']))
  },
)

test('asks who has no second factor for the password, unless second factors are optional', () => {
  const stale = { ...person({ platformRole: 'support' }), hasFactor: false, verifiedAt: new Date(0) }
  expect(() => requireFreshProof(stale, new Date())).not.toThrow()
  env().SECOND_FACTORS = 'required'
  try {
    expect(() => requireFreshProof(stale, new Date())).toThrow('enter your password')
    const justNow = new Date(FRESH_MS)
    expect(() => requireFreshProof(stale, justNow)).not.toThrow()
    expect(() => requireFreshProof(stale, new Date(FRESH_MS + 1))).toThrow('enter your password')
  } finally {
    env().SECOND_FACTORS = 'optional'
  }
})

test('asks for second factors unless the environment says otherwise', () => {
  expect(variables.shape.SECOND_FACTORS.parse(undefined)).toBe('required')
})

test.each([null, 'https://evil.example', 'null'])(
  'refuses a mutation that comes from the origin %s',
  async (origin) => {
    expect(await call('owner', 'projects.rotateWebhookSecret', { origin })).toBe('FORBIDDEN')
  },
)

function person({ platformRole }: { platformRole: PlatformRole }): Person {
  const id = '0193a000-0000-7000-8000-00000000abcd'
  return {
    id,
    sessionId: id,
    name: 'Test Person',
    email: 'person@example.test',
    platformRole,
    ...FRESH,
    memberships: [],
  }
}

async function member(access: { businessId: string; role: BusinessRole }): Promise<Person> {
  const { personId: id, sessionId, email } = await newPortalCaller(access)
  const memberships = [{ ...access, businessName: 'Test', requiresFactor: false }]
  return { id, sessionId, name: 'Test Person', email, platformRole: null, ...FRESH, memberships }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) throw error
  if (error.cause instanceof ProofNeededError) return error.cause.proof
  // The one refusal that must look like an unknown id.
  return error.message === 'Project not found' ? error.message : String(error.code)
}

function procedureType(procedures: object, path: string): 'query' | 'mutation' {
  const procedure: unknown = Object.entries(procedures).find(([name]) => name === path)?.[1]
  const type = typeof procedure === 'function' && '_def' in procedure ? procedure._def : undefined
  return typeof type === 'object' && type !== null && 'type' in type && type.type === 'mutation' ? 'mutation' : 'query'
}
