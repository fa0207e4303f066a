import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { wallets } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { type Caller, newCaller } from '@/server/testing/callers'
import { DOOR_NAMES, openDoors } from '@/server/testing/doors'
import { openDatabase } from '@/server/testing/open-database'
import { endRecoveries, openRecovery } from '@/server/testing/open-recovery'
import { mutatePortal, newPortalCaller } from '@/server/testing/portal-caller'

openDatabase()
let doors: Awaited<ReturnType<typeof openDoors>>
let caller: Caller
beforeAll(async () => {
  doors = await openDoors()
  caller = await newCaller()
})
afterEach(endRecoveries)
afterAll(() => doors.close())

const READ = '/v1/wallet/hd'
const PATH = '/v1/wallet/hd/generate'
/** A POST that reads: the plan is looked for. */
const QUOTE = { purpose: 'SUBSCRIPTION', planId: 999_999, billingCycle: 'MONTHLY' }
const WALLETS = { chainType: 'EVM', count: 1, purpose: 'TEST' }

for (const door of DOOR_NAMES)
  test(`while it recovers, ${door} answers reads and puts off writes`, async () => {
    const send = (method: string, path: string, body?: unknown) =>
      doors.open[door].send({
        method,
        path,
        headers: { authorization: `Bearer ${caller.token}`, ...(body ? { 'idempotency-key': v7() } : {}) },
        body,
      })
    await openRecovery()
    const refused = await send('POST', PATH, WALLETS)
    expect(refused.status).toBe(503)
    expect(refused.body).toMatchObject({ status: false, code: 'recovering', retryAfter: 60 })
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(await workerCtx().db.select().from(wallets)).toEqual([])
    expect((await send('GET', READ)).status).toBe(200)
    const quoted = await send('POST', '/v1/payments/quote', QUOTE)
    expect([quoted.status, quoted.body]).toEqual([404, expect.objectContaining({ code: 'plan_not_found' })])
    await endRecoveries()
    expect((await send('POST', PATH, WALLETS)).status).toBe(201)
    await workerCtx().db.delete(wallets)
  })

test('what members change in the portal waits too', async () => {
  const { businessId, projectId } = caller.tenant
  const owner = await newPortalCaller({ businessId, role: 'owner' })
  await openRecovery()
  const call = { path: 'wallets.create', input: { projectId, ...WALLETS }, key: v7() }
  expect((await mutatePortal(owner, call)).status).toBe(503)
})
