import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { auditLog } from '@/db/schema'
import { inOperator, inTenant, workerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { rotateKeyPair } from '@/server/keys/rotate-key-pair'
import { rotateOwnKeyPair } from '@/server/keys/rotate-own-key-pair'
import { invitePerson } from '@/server/people/invite-person'
import { listOperatorPlans } from '@/server/plans/list-operator-plans'
import { PILOT } from '@/server/plans/plan-terms.test-data'
import { createPlan, updatePlan } from '@/server/plans/save-plan'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { allowKeys } from '@/server/projects/allow-keys'
import { createProject } from '@/server/projects/create-project'
import { getOverview } from '@/server/projects/get-overview'
import { newWebhookSecret } from '@/server/projects/new-webhook-secret'
import { listProjectPlans } from '@/server/subscriptions/list-project-plans'
import { setProjectPlan } from '@/server/subscriptions/set-project-plan'
import { setBusinessStatus } from '@/server/suspension/set-business-status'
import { setProjectStatus } from '@/server/suspension/set-project-status'
import { acceptLink } from '@/server/testing/accept-link'
import { anyOperator } from '@/server/testing/any-operator'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { createBusiness } from './create-business'
import { ensurePlatformBusiness } from './ensure-platform-business'
import { getBusiness } from './get-business'
import { listBusinesses } from './list-businesses'

const WHO = anyOperator()

openDatabase()

test('takes a customer from nothing to a project with keys, and counts what it has', async () => {
  const secret = await newWebhookSecret(newId())
  const made = await inOperator(WHO, async (ctx) => {
    const { id: businessId } = await createBusiness(ctx, { name: 'Ékó Pay & Co' })
    const { id: projectId } = await createProject(ctx, { businessId, name: 'Main', newSecret: secret })
    const owner = await invitePerson(ctx, { name: 'Ada', email: 'ada@example.test', role: 'owner', businessId })
    await rotateKeyPair({ ...ctx, businessId, projectId }, { overlapHours: 0 })
    return { businessId, projectId, link: owner.link }
  })
  await acceptLink(made.link)
  const { list, detail } = await inOperator(WHO, async (ctx) => ({
    list: await listBusinesses(ctx),
    detail: await getBusiness(ctx, made.businessId),
  }))
  const row = list.items.find((business) => business.id === made.businessId)
  expect(row).toMatchObject({ name: 'Ékó Pay & Co', status: 'active', projectCount: 1, peopleCount: 1 })
  expect(row?.slug).toMatch(/^e-ko-pay-co-[0-9a-f]{6}$|^eko-pay-co-[0-9a-f]{6}$/)
  expect(detail.projects).toMatchObject([{ id: made.projectId, liveKeys: 1, status: 'active' }])
  const none = { volumeUsd: '0.00', transactions: { ok: 0, failed: 0 }, lastCallAt: null, failingDestinations: 0 }
  expect([detail.activity, detail.projects[0]?.activity]).toEqual([none, none])
  expect(detail.people).toMatchObject([{ email: 'ada@example.test', role: 'owner', isActive: true }])
})

test("invites nobody into the platform's own business, and makes no project of it", async () => {
  await ensurePlatformBusiness(workerCtx().db)
  const who = { name: 'Ada', email: 'platform@example.test', role: 'owner', businessId: PLATFORM_BUSINESS_ID } as const
  await expect(inOperator(WHO, (ctx) => invitePerson(ctx, who))).rejects.toThrow('Business not found')
  const project = { businessId: PLATFORM_BUSINESS_ID, name: 'Main', newSecret: await newWebhookSecret(newId()) }
  await expect(inOperator(WHO, (ctx) => createProject(ctx, project))).rejects.toThrow('Business not found')
})

test('suspends and resumes a business and a project', async () => {
  const { businessId, projectId } = await createTenant()
  await inOperator(WHO, (ctx) => setBusinessStatus(ctx, { businessId, status: 'suspended' }))
  await inOperator(WHO, (ctx) => setProjectStatus(ctx, { businessId, projectId, status: 'suspended' }))
  expect(await inOperator(WHO, (ctx) => getBusiness(ctx, businessId))).toMatchObject({
    status: 'suspended',
    projects: [{ status: 'suspended' }],
  })
  await inOperator(WHO, (ctx) => setBusinessStatus(ctx, { businessId, status: 'active' }))
  expect(await inOperator(WHO, (ctx) => getBusiness(ctx, businessId))).toMatchObject({ status: 'active' })
})

test('refuses a project named together with a foreign business', async () => {
  const { projectId } = await createTenant()
  const { businessId } = await createTenant()
  const attempt = inOperator(WHO, (ctx) => setProjectStatus(ctx, { businessId, projectId, status: 'suspended' }))
  await expect(attempt).rejects.toThrow('Project not found')
})

test('sells in a plan only what its product has', async () => {
  const attempt = inOperator(WHO, (ctx) =>
    createPlan(ctx, { ...PILOT, productId: 1, capabilities: ['wallet.hd.read', 'indexer.history.read'] }),
  )
  const error: unknown = await attempt.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ errors: ['capabilities: indexer.history.read is not sold by Wallet'] })
})

test('moves a project to another plan, and takes a product away', async () => {
  const { businessId, projectId } = await createTenant()
  const project = { businessId, projectId }
  const { id: planId } = await inOperator(WHO, (ctx) => createPlan(ctx, { ...PILOT, productId: 1 }))
  await inOperator(WHO, (ctx) => setProjectPlan(ctx, { ...project, productId: 1, planId }))
  await inOperator(WHO, (ctx) => setProjectPlan(ctx, { ...project, productId: 3, planId: null }))
  const plans = await inOperator(WHO, (ctx) => listProjectPlans({ ...ctx, ...project }))
  expect(plans.items.map((plan) => [plan.productId, plan.planName])).toEqual([
    [1, 'Pilot'],
    [2, expect.any(String)],
    [3, null],
  ])
  const listed = await inOperator(WHO, (ctx) => listOperatorPlans(ctx))
  expect(listed.items.find((plan) => plan.id === planId)).toMatchObject({ projectCount: 1, readPerMinute: 10 })
})

test('counts the projects with a plan that never had a key', async () => {
  const waits = async (businessId: string) => {
    const { items } = await inOperator(WHO, (ctx) => listBusinesses(ctx))
    return items.find(({ id }) => id === businessId)?.awaitingKeys
  }
  const { id: planless } = await inOperator(WHO, (ctx) => createBusiness(ctx, { name: 'Without a plan' }))
  const newSecret = await newWebhookSecret(newId())
  await inOperator(WHO, (ctx) => createProject(ctx, { businessId: planless, name: 'Main', newSecret }))
  expect(await waits(planless)).toBe(0)
  const tenant = await createTenant()
  expect(await waits(tenant.businessId)).toBe(1)
  await inTenant(tenant, (ctx) => rotateKeyPair({ ...ctx, projectId: tenant.projectId }, { overlapHours: 0 }))
  expect(await waits(tenant.businessId)).toBe(0)
})

test('a project does not wait for keys once its owners may create them', async () => {
  const tenant = await createTenant()
  const create = () => inTenant(tenant, (ctx) => rotateOwnKeyPair({ ...ctx, ...tenant }, { overlapHours: 24 }))
  const waits = async () => {
    const { items } = await inOperator(WHO, (ctx) => listBusinesses(ctx))
    return items.find(({ id }) => id === tenant.businessId)?.awaitingKeys
  }
  await expect(create()).rejects.toThrow('The operator issues the first pair of keys')
  expect(await waits()).toBe(1)
  const { businessId, projectId } = tenant
  const allow = () => inOperator(WHO, (ctx) => allowKeys({ ...ctx, businessId, projectId }))
  await allow()
  await allow()
  expect(await waits()).toBe(0)
  expect((await create()).live.key).toMatch(/^sk_live_/)
  const foreign = { businessId: newId(), projectId }
  await expect(inOperator(WHO, (ctx) => allowKeys({ ...ctx, ...foreign }))).rejects.toThrow('Project not found')
  const entries = await workerCtx().db.select().from(auditLog).where(eq(auditLog.businessId, businessId))
  expect(entries.filter(({ action }) => action === 'key.allowed')).toHaveLength(1)
})

test('refuses a plan of another product', async () => {
  const { businessId, projectId } = await createTenant()
  const { id: planId } = await inOperator(WHO, (ctx) => createPlan(ctx, { ...PILOT, productId: 1 }))
  const attempt = inOperator(WHO, (ctx) => setProjectPlan(ctx, { businessId, projectId, productId: 2, planId }))
  await expect(attempt).rejects.toThrow('Plan not found')
})

test('changes the terms of a plan', async () => {
  const { id: planId } = await inOperator(WHO, (ctx) => createPlan(ctx, { ...PILOT, productId: 1 }))
  await inOperator(WHO, (ctx) => updatePlan(ctx, { ...PILOT, planId, name: 'Pilot 2', isActive: false }))
  const plans = await inOperator(WHO, (ctx) => listOperatorPlans(ctx))
  expect(plans.items.find((plan) => plan.id === planId)).toMatchObject({ name: 'Pilot 2', isActive: false })
})

test('ticks a set-up step only once a row proves it', async () => {
  const tenant = await createTenant()
  const before = await inTenant(tenant, (ctx) => getOverview({ ...ctx, projectId: tenant.projectId }))
  expect(before.done).toEqual({
    planChosen: true,
    keyIssued: false,
    networksChosen: false,
    walletGenerated: false,
    transferCompleted: false,
    webhookDelivered: false,
  })
  await inTenant(tenant, (ctx) => rotateKeyPair({ ...ctx, projectId: tenant.projectId }, { overlapHours: 0 }))
  const after = await inTenant(tenant, (ctx) => getOverview({ ...ctx, projectId: tenant.projectId }))
  expect(after.done.keyIssued).toBe(true)
  expect(after.liveKey?.prefix).toBe('sk_live_')
})
