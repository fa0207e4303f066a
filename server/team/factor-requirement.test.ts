import { and, eq, like } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { auditLog, mailMessages } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { callPortal, mutatePortal, newPortalCaller, type PortalCaller } from '@/server/testing/portal-caller'
import { addFactor } from '@/server/testing/second-factor'

// No email is sent here: they only wait.
beforeAll(() => void vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:9'))
openDatabase()

const MUST_ADD = 'You are required to have a second factor. Add one to continue.'
let tenant: { businessId: string; projectId: string }
let owner: PortalCaller
let developer: PortalCaller
beforeEach(async () => {
  tenant = await createTenant()
  owner = await newPortalCaller({ businessId: tenant.businessId, role: 'owner' })
  developer = await newPortalCaller({ businessId: tenant.businessId, role: 'developer' })
})

function set(as: PortalCaller, isRequired: boolean) {
  const { projectId } = tenant
  return mutatePortal(as, { path: 'team.setFactorRequirement', input: { projectId, isRequired }, key: v7() })
}

function list(as: PortalCaller, path = 'team.listMembers') {
  const input = encodeURIComponent(JSON.stringify({ json: { projectId: tenant.projectId } }))
  return callPortal(as, { method: 'GET', path: `${path}?input=${input}` })
}

async function actions(): Promise<string[]> {
  const isIt = and(eq(auditLog.businessId, tenant.businessId), like(auditLog.action, 'business.second_factor%'))
  const rows = await workerCtx().db.select({ action: auditLog.action }).from(auditLog).where(isIt).orderBy(auditLog.seq)
  return rows.map(({ action }) => action)
}

async function mailsTo({ email }: PortalCaller): Promise<string[]> {
  const isIt = and(eq(mailMessages.toAddress, email), like(mailMessages.subject, '%requires a second factor'))
  const rows = await workerCtx().db.select({ subject: mailMessages.subject }).from(mailMessages).where(isIt)
  return rows.map(({ subject }) => subject.replace(/^.* (now|no longer) /, '$1 '))
}

test('an owner without a second factor cannot require one of others', async () => {
  const answer = await set(owner, true)
  expect(answer.status).toBe(422)
  expect(answer.text).toContain('Add a second factor to your own account first.')
  expect(await actions()).toEqual([])
  expect((await list(developer)).status).toBe(200)
})

test('from their next request members without one can only add one, and are told by email', async () => {
  const [equipped, { personId }] = [await newPortalCaller({ businessId: tenant.businessId, role: 'viewer' }), owner]
  for (const id of [personId, equipped.personId]) await addFactor(id)
  expect((await list(owner)).text).toContain('"hasFactor":false')
  expect((await list(developer)).text).not.toMatch(/"hasFactor":(true|false)/)
  const answers = await Promise.all([set(owner, true), set(owner, true)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await actions()).toEqual(['business.second_factor_required'])
  const refused = await list(developer)
  expect(refused.status).toBe(403)
  expect(refused.text).toContain(MUST_ADD)
  expect((await list(equipped)).status).toBe(200)
  expect([await mailsTo(developer), await mailsTo(equipped), await mailsTo(owner)]).toEqual([
    ['now requires a second factor'],
    [],
    [],
  ])
  await addFactor(developer.personId)
  expect((await list(developer)).status).toBe(200)
})

test('the last second factor cannot be removed while a business requires it', async () => {
  await addFactor(owner.personId)
  await set(owner, true)
  const removed = await mutatePortal(owner, { path: 'people.removeFactor', input: undefined, key: v7() })
  expect(removed.status).toBe(403)
  expect((await list(owner)).status).toBe(200)
})

test('other owners get an email when it becomes optional, and members need none any more', async () => {
  const other = await newPortalCaller({ businessId: tenant.businessId, role: 'owner' })
  for (const { personId } of [owner, other]) await addFactor(personId)
  await set(owner, true)
  expect((await set(owner, false)).status).toBe(200)
  expect(await actions()).toEqual(['business.second_factor_required', 'business.second_factor_optional'])
  expect(await mailsTo(other)).toEqual(['no longer requires a second factor'])
  expect((await list(developer)).status).toBe(200)
})

test('developers, and owners of another business, change nothing', async () => {
  const stranger = await newPortalCaller({ businessId: (await createTenant()).businessId, role: 'owner' })
  for (const { personId } of [developer, stranger]) await addFactor(personId)
  expect([(await set(developer, true)).status, (await set(stranger, true)).status]).toEqual([403, 404])
  expect(await actions()).toEqual([])
})
