import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { auditLog, businesses, projects } from '@/db/schema'
import { appRouter } from '@/registry/procedures'
import type { Person } from '@/schemas/people/contract'
import { inWorker, workerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { newPortalCaller } from '@/server/testing/portal-caller'
import type { CallContext } from './call-context'
import type { Access } from './init'

/** The mutations that a suspension does not stop, with the reason. */
const ALLOWED: Partial<Record<Access, string>> = {
  public: 'nobody is signed in, so it is about no business',
  person: "a person's own account and sessions: they belong to no business",
  support: "support's work, and it only reads",
  operator: "support's work: it is how a suspension is lifted, and how what waits is ended",
}

/** Mutations of members that it does not stop. Every other one of the router is tried below and has to be refused. */
const EXEMPT = [
  'audit.verify',
  'notices.read',
  'notices.setMailed',
  'seedExports.stop',
  'team.withdrawInvitation',
  'team.removeMember',
]

const definition = z.object({
  type: z.enum(['query', 'mutation', 'subscription']),
  meta: z.object({
    access: z.enum(['public', 'person', 'viewer', 'developer', 'owner', 'support', 'operator']),
    whileSuspended: z.string().min(10).optional(),
  }),
})
const MUTATIONS = mutationsOf(appRouter._def.procedures)
const STOPPED = MUTATIONS.filter(
  ({ access, whileSuspended }) => ALLOWED[access] === undefined && whileSuspended === undefined,
)

function mutationsOf(procedures: object) {
  return Object.entries(procedures).flatMap(([path, procedure]) => {
    const { type, meta } = definition.parse(Reflect.get(procedure, '_def'))
    return type === 'mutation' ? [{ path, ...meta }] : []
  })
}

openDatabase()
let tenant: { businessId: string; projectId: string }
let owner: Person

beforeEach(async () => {
  tenant = await createTenant()
  const { businessId } = tenant
  const { personId: id, sessionId, email } = await newPortalCaller({ businessId, role: 'owner' })
  owner = {
    id,
    sessionId,
    name: 'Owner',
    email,
    platformRole: null,
    hasFactor: false,
    verifiedAt: new Date(),
    memberships: [{ businessId, businessName: 'B', role: 'owner', requiresFactor: false }],
  }
})

/** Only the project is named: whatever needs more input stops with BAD_REQUEST once it is let in. */
async function call(path: string, person = owner): Promise<{ code: string; message: string }> {
  const { callTRPCProcedure } = await import('@trpc/server')
  const { BASE_URL } = env()
  const ctx: CallContext = {
    person,
    requestId: 'test',
    clientIp: null,
    origin: BASE_URL,
    host: null,
    idempotencyKey: randomUUID(),
  }
  const isMutation = MUTATIONS.some((mutation) => mutation.path === path)
  try {
    await callTRPCProcedure({
      router: appRouter,
      path,
      ctx,
      type: isMutation ? 'mutation' : 'query',
      signal: undefined,
      batchIndex: 0,
      getRawInput: async () => ({ projectId: tenant.projectId }),
    })
    return { code: 'OK', message: '' }
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    return { code: String(error.code), message: error.message }
  }
}

const SUSPEND = {
  project: () =>
    inWorker(({ db }) => db.update(projects).set({ status: 'suspended' }).where(eq(projects.id, tenant.projectId))),
  business: () =>
    inWorker(({ db }) =>
      db.update(businesses).set({ status: 'suspended' }).where(eq(businesses.id, tenant.businessId)),
    ),
}

test('there are mutations to stop, and those let pass say why', () => {
  expect(MUTATIONS.filter(({ whileSuspended }) => whileSuspended !== undefined).map(({ path }) => path)).toEqual(EXEMPT)
  expect(STOPPED.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['approvals.approve', 'keys.rotate', 'policies.save', 'wallets.create', 'wallets.bind']),
  )
})

describe.each(Object.entries(SUSPEND))('of a suspended %s', (noun, suspend) => {
  test.each(STOPPED)('$path is refused and writes nothing', async ({ path }) => {
    expect((await call(path)).message).not.toContain('suspended')
    const before = await workerCtx().db.$count(auditLog, eq(auditLog.businessId, tenant.businessId))
    await suspend()
    expect(await call(path)).toEqual({
      code: 'FORBIDDEN',
      message: expect.stringContaining(`The ${noun} is suspended`),
    })
    expect(await workerCtx().db.$count(auditLog, eq(auditLog.businessId, tenant.businessId))).toBe(before)
  })

  test('everything is read as before', async () => {
    await suspend()
    for (const path of [
      'audit.verify',
      'team.listMembers',
      'projects.get',
      'approvals.countPending',
      'policies.get',
      'wallets.list',
      'keys.list',
    ]) {
      expect(await call(path)).toEqual({ code: 'OK', message: '' })
    }
  })

  test.each(MUTATIONS.filter(({ access }) => access === 'operator'))("$path stays support's", async ({ path }) => {
    await suspend()
    const operator: Person = { ...owner, platformRole: 'operator', memberships: [] }
    expect((await call(path, operator)).message).not.toContain('is suspended')
  })
})
