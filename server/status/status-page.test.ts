import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { alarms, auditLog, chains, platformSettings, rpcEndpoints } from '@/db/schema'
import { forgetCaches } from '@/server/changing-cache'
import { inOperator, inWorker, workerCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { findPublicStatus } from './find-public-status'
import { getStatusSetting, setStatusPagePublic } from './status-setting'

openDatabase()
const CHAIN_ID = 84_532
const WHO = { actor: { type: 'user', id: 'operator', name: 'Operator' }, requestId: 'test' } as const

beforeEach(async () => {
  await inWorker(async ({ db }) => {
    await db.delete(alarms)
    await db.delete(platformSettings)
  })
  forgetCaches()
})

const publish = (isPublic: boolean) => inOperator(WHO, (ctx) => setStatusPagePublic(ctx, { isPublic }))
const audits = () =>
  workerCtx()
    .db.select({ action: auditLog.action })
    .from(auditLog)
    .where(and(eq(auditLog.businessId, PLATFORM_BUSINESS_ID), eq(auditLog.target, 'status page')))

test('is off until an operator publishes it, which is audited once however often it is sent at once', async () => {
  expect(await findPublicStatus()).toBeNull()
  expect(await inOperator(WHO, getStatusSetting)).toMatchObject({ isPublic: false })
  const before = (await audits()).length
  await Promise.all([publish(true), publish(true), publish(true)])
  expect(await findPublicStatus()).toMatchObject({ state: 'operational' })
  expect(await inOperator(WHO, getStatusSetting)).toMatchObject({ isPublic: true })
  await publish(false)
  expect(await findPublicStatus()).toBeNull()
  expect(
    (await audits())
      .slice(before)
      .map(({ action }) => action)
      .sort(),
  ).toEqual(['status-page.published', 'status-page.withdrawn'])
})

test('a setting that is not understood counts as off', async () => {
  await inWorker(({ db }) => db.insert(platformSettings).values({ key: 'status-page', value: { isPublic: 'yes' } }))
  expect(await findPublicStatus()).toBeNull()
})

test('shows served chains by name with what alarms say, and nothing internal', async () => {
  const tenant = await createTenant()
  const openedAt = new Date(Date.now() - 30 * 60_000)
  const secret = 'https://node.internal.example/key-1234'
  await inWorker(async ({ db }) => {
    await db.insert(rpcEndpoints).values({ chainId: CHAIN_ID, label: 'secret-label', url: secret })
    await db.insert(alarms).values([
      { kind: 'chain_unreachable', chainId: CHAIN_ID, subject: 'BASE', message: `No answer of ${secret}`, openedAt },
      { kind: 'webhook_backlog', chainId: null, subject: 'dispatcher', message: 'late', reason: secret, openedAt },
      { kind: 'needs_operator', chainId: CHAIN_ID, subject: tenant.projectId, message: tenant.businessId, openedAt },
      { kind: 'chain_stalled', chainId: 999_999, subject: 'GONE', message: 'unknown chain', openedAt },
    ])
  })
  await publish(true)
  const [chain] = await workerCtx().db.select().from(chains).where(eq(chains.chainId, CHAIN_ID))
  const status = await findPublicStatus()
  const area = status?.areas.find(({ id }) => id === `chain-${CHAIN_ID}`)
  expect(area).toMatchObject({
    subject: { kind: 'chain', name: chain?.name, network: 'TESTNET' },
    state: 'down',
    since: openedAt.toISOString(),
  })
  expect(status?.areas.find(({ id }) => id === 'webhooks')).toMatchObject({ state: 'degraded' })
  expect(status?.areas.find(({ id }) => id === 'api')).toMatchObject({ state: 'operational' })
  expect(status?.incidents.map(({ title }) => title).sort()).toEqual([
    'Deliveries are delayed',
    'The chain is not reachable',
  ])
  const shown = JSON.stringify(status)
  const internal = [secret, 'secret-label', 'dispatcher', tenant.businessId, tenant.projectId, 'needs_operator', 'GONE']
  expect(internal.filter((text) => shown.includes(text))).toEqual([])

  await inWorker(({ db }) => db.update(chains).set({ isActive: false }).where(eq(chains.chainId, CHAIN_ID)))
  forgetCaches()
  expect((await findPublicStatus())?.areas.map(({ id }) => id)).not.toContain(`chain-${CHAIN_ID}`)
  await inWorker(({ db }) => db.update(chains).set({ isActive: true }).where(eq(chains.chainId, CHAIN_ID)))
})

test('visitors who come at once share one reading', async () => {
  await publish(true)
  const reads = await Promise.all(Array.from({ length: 50 }, findPublicStatus))
  expect(new Set(reads).size).toBe(1)
  expect(await findPublicStatus()).toBe(reads[0])
})
