import { callTRPCProcedure } from '@trpc/server'
import { and, eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterEach, expect, test, vi } from 'vitest'
import { auditLog } from '@/db/schema'
import { appRouter } from '@/registry/procedures'
import type { Person } from '@/schemas/people/contract'
import { workerCtx } from '@/server/ctx'
import { MS_PER_HOUR } from '@/server/durations'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'

openDatabase()
afterEach(() => vi.useRealTimers())

type Project = Awaited<ReturnType<typeof createTenant>>

const support = (): Person => ({
  id: v7(),
  sessionId: v7(),
  name: 'Sade',
  email: 'sade@example.test',
  platformRole: 'support',
  hasFactor: true,
  verifiedAt: new Date(),
  memberships: [],
})

const poll = (person: Person, { projectId }: Project) =>
  callTRPCProcedure({
    router: appRouter,
    path: 'projects.get',
    ctx: { person, requestId: 'test', clientIp: null, origin: null, host: null, idempotencyKey: null },
    type: 'query',
    signal: undefined,
    batchIndex: 0,
    getRawInput: async () => ({ projectId }),
  })

const visitsTo = ({ businessId }: Project) =>
  workerCtx()
    .db.select()
    .from(auditLog)
    .where(and(eq(auditLog.businessId, businessId), eq(auditLog.action, 'project.viewed')))

test('a look at a business leaves one row an hour, however much is looked at', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01T00:00:00Z') })
  const project = await createTenant()
  const other = await createTenant()
  const person = support()
  await Promise.all([poll(person, project), poll(person, project)])
  await poll(person, project)
  const rows = await visitsTo(project)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    actorType: 'user',
    actorId: person.id,
    target: project.projectId,
    projectId: project.projectId,
    detail: { role: 'support' },
  })
  await poll(person, other)
  expect(await visitsTo(other)).toHaveLength(1)
  vi.setSystemTime(Date.now() + MS_PER_HOUR)
  await poll(person, project)
  expect(await visitsTo(project)).toHaveLength(2)
  await poll({ ...person, sessionId: v7() }, project)
  expect(await visitsTo(project)).toHaveLength(3)
})

test('members of the business leave none', async () => {
  const project = await createTenant()
  const { businessId } = project
  const memberships = [{ businessId, businessName: 'Ours', role: 'owner', requiresFactor: false }] as const
  await poll({ ...support(), platformRole: null, memberships }, project)
  expect(await visitsTo(project)).toEqual([])
})
