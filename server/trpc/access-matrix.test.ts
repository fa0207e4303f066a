import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '@/schemas/people/contract'
import type { BusinessRole, PlatformRole } from '@/schemas/people/words'
import { env } from '@/server/env'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { newPortalCaller } from '@/server/testing/portal-caller'
import { ACCESS } from './access.test-data'
import type { CallContext } from './call-context'
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
let call: (who: Who, path: string, origin?: string | null) => Promise<string>
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
  call = async (who, path, origin = env().BASE_URL) => {
    const ctx: CallContext = {
      person: people[who],
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
  // With the outcomes, so that a failure says who was told what.
  expect({ passed, outcomes }).toEqual({ passed: MAY[access], outcomes })
  if (!passed.includes('anonymous')) expect(outcomes).toContainEqual(['anonymous', 'UNAUTHORIZED'])
})

test.each([null, 'https://evil.example', 'null'])(
  'refuses a mutation that comes from the origin %s',
  async (origin) => {
    expect(await call('owner', 'projects.rotateWebhookSecret', origin)).toBe('FORBIDDEN')
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
  const memberships = [{ ...access, businessName: 'Test' }]
  return { id, sessionId, name: 'Test Person', email, platformRole: null, ...FRESH, memberships }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) throw error
  // The one refusal that must look like an unknown id.
  return error.message === 'Project not found' ? error.message : String(error.code)
}

function procedureType(procedures: object, path: string): 'query' | 'mutation' {
  const procedure: unknown = Object.entries(procedures).find(([name]) => name === path)?.[1]
  const type = typeof procedure === 'function' && '_def' in procedure ? procedure._def : undefined
  return typeof type === 'object' && type !== null && 'type' in type && type.type === 'mutation' ? 'mutation' : 'query'
}
