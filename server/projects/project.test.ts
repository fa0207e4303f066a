import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKeys, ipAllowlist, projects, requestLog } from '@/db/schema'
import { flushRequestLog } from '@/server/api/request-log'
import { verifyAudit } from '@/server/audit/verify-audit'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import { listenForChanges } from '@/server/database/listen-for-changes'
import { MESSAGES } from '@/server/refusals/messages'
import { type Caller, newCaller, revokeKeyOf } from '@/server/testing/callers'
import { type DoorName, openDoors, type Sent } from '@/server/testing/doors'
import { openDatabase } from '@/server/testing/open-database'
import { removeAllowedIpAddress } from './remove-allowed-ip-address'

openDatabase()
let doors: Awaited<ReturnType<typeof openDoors>>
let unlisten: () => Promise<void>
beforeAll(async () => {
  doors = await openDoors()
  unlisten = await listenForChanges()
})
afterAll(async () => {
  await unlisten()
  await doors.close()
})

function call(caller: Caller, sent: Sent, door: DoorName = 'the front server') {
  return doors.open[door].send({ ...sent, headers: { authorization: `Bearer ${caller.token}`, ...sent.headers } })
}
const allow = (caller: Caller, body: unknown) =>
  call(caller, { method: 'POST', path: '/v1/projects/ip-whitelist', body })
const list = (caller: Caller, headers: Record<string, string> = {}) =>
  call(caller, { method: 'GET', path: '/v1/projects/ip-whitelist', headers })
const remove = (caller: Caller, id: unknown) =>
  call(caller, { method: 'DELETE', path: `/v1/projects/ip-whitelist/${id}` })
const idOf = (data: unknown) => (typeof data === 'object' && data !== null && 'id' in data ? data.id : undefined)

test('whoever lists an address that is not theirs is told which one is shut out', async () => {
  const caller = await newCaller()
  const foreign = await allow(caller, { ipAddress: '203.0.113.7' })
  expect(foreign).toMatchObject({ status: 201, body: { status: true, data: { ipAddress: '203.0.113.7' } } })
  expect(String(foreign.body.message)).toMatch(
    /^IP address whitelisted\. This call came from 127\.0\.0\.1, which is not/,
  )
  const other = await newCaller()
  expect((await allow(other, { ipAddress: '127.0.0.1' })).body.message).toBe('IP address whitelisted')
  expect((await allow(other, { ipAddress: '203.0.113.7' })).body.message).toBe('IP address whitelisted')
})

test('an allowlist shuts everybody else out within ten seconds, forged headers or not, and its last entry reopens', async () => {
  const caller = await newCaller()
  const own = await allow(caller, { ipAddress: '::ffff:127.0.0.1', label: 'this machine' })
  expect([own.status, own.body]).toMatchObject([
    201,
    { status: true, data: { ipAddress: '127.0.0.1', label: 'this machine' } },
  ])
  const office = await allow(caller, { ipAddress: '203.0.113.7' })
  expect((await list(caller)).body.data).toHaveLength(2)
  expect((await remove(caller, idOf(own.body.data))).body).toEqual({
    status: true,
    message: 'Whitelisted IP removed',
    data: null,
  })
  await expect.poll(async () => (await list(caller)).status).toBe(403)
  const forged = { 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '203.0.113.7', 'x-slipway-client-ip': '203.0.113.7' }
  expect(await list(caller, forged)).toMatchObject({
    status: 403,
    body: { status: false, message: MESSAGES.ipBlocked, code: 'ip_blocked' },
  })
  const { businessId, projectId } = caller.tenant
  await inTenant(caller.tenant, (ctx) =>
    removeAllowedIpAddress({ ...ctx, projectId }, { id: String(idOf(office.body.data)) }),
  )
  await expect.poll(async () => (await list(caller)).status).toBe(200)
  expect(await inTenant(caller.tenant, (ctx) => verifyAudit({ ...ctx, businessId }))).toEqual({
    isIntact: true,
    rows: 5,
  })
})

test.each([
  '1.2.3',
  '01.2.3.4',
  '1.2.3.4/32',
  '1.2.3.256',
  'fe80::1%eth0',
  '::1/128',
  'localhost',
  '2130706433',
  '',
  ' ',
])('takes "%s" for no address', async (ipAddress) => {
  const answer = await allow(await newCaller(), { ipAddress })
  expect([answer.status, answer.body.message]).toEqual([400, MESSAGES.invalidIp])
})

test('refuses an address twice, in whatever spelling', async () => {
  const caller = await newCaller()
  await allow(caller, { ipAddress: '127.0.0.1' })
  expect((await allow(caller, { ipAddress: '2001:DB8:0:0::1' })).status).toBe(201)
  const again = await allow(caller, { ipAddress: '2001:db8::1' })
  expect([again.status, again.body]).toEqual([
    400,
    {
      status: false,
      message: MESSAGES.validation,
      code: 'validation_failed',
      param: 'ipAddress',
      errors: ['ipAddress: 2001:db8::1 is already on the allowlist'],
    },
  ])
})

test('an allowlist holds 200 addresses, also where the last two come at once', async () => {
  const caller = await newCaller()
  await allow(caller, { ipAddress: '127.0.0.1' })
  await inWorker(async ({ db }) => {
    const { businessId, projectId } = caller.tenant
    const row = (n: number) => ({ businessId, projectId, ipAddress: `10.0.0.${n}`, createdBy: 'test' })
    await db.insert(ipAllowlist).values(Array.from({ length: 198 }, (_, n) => row(n)))
  })
  const last = await Promise.all(['10.0.1.1', '10.0.1.2'].map((ipAddress) => allow(caller, { ipAddress })))
  expect(last.map(({ status }) => status).toSorted()).toEqual([201, 400])
  expect(last.find(({ status }) => status === 400)?.body).toMatchObject({
    errors: ['ipAddress: the allowlist holds 200 addresses at most'],
  })
  expect((await list(caller)).body.data).toHaveLength(200)
})

test("does not find another business's entry, nor one that never was", async () => {
  const [caller, other] = [await newCaller(), await newCaller()]
  const theirs = await allow(other, { ipAddress: '127.0.0.1' })
  for (const id of [idOf(theirs.body.data), v7(), 'nonsense']) {
    expect(await remove(caller, id)).toMatchObject({ status: 404, body: { message: MESSAGES.allowlistNotFound } })
  }
  expect((await list(other)).body.data).toHaveLength(1)
})

test('a rotation shows a new pair once and lets the old keys run out after the overlap', async () => {
  const caller = await newCaller()
  const rotate = (overlapHours: number) =>
    call(caller, { method: 'POST', path: '/v1/projects/keys/rotate', body: { overlapHours } })
  const first = await rotate(24)
  expect(first).toMatchObject({
    status: 201,
    body: { data: { live: { environment: 'live', status: 'active' }, test: { environment: 'test' } } },
  })
  expect(first.text.match(/sk_(live|test)_[0-9A-Za-z]{49}/g)).toHaveLength(2)
  const [old] = await workerCtx().db.select().from(apiKeys).where(eq(apiKeys.id, caller.subject.keyId))
  const hours = ((old?.expiresAt?.getTime() ?? 0) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(23.9)
  expect(hours).toBeLessThanOrEqual(24)
  expect((await list(caller)).status).toBe(200)
  expect((await rotate(0)).status).toBe(201)
  await expect.poll(async () => (await list(caller)).body.message).toBe(MESSAGES.tokenInvalid)
  const stored = await workerCtx().db.select().from(apiKeys).where(eq(apiKeys.projectId, caller.tenant.projectId))
  expect(JSON.stringify(stored)).not.toMatch(/sk_(live|test)_[0-9A-Za-z]{40}/)
  for (const overlapHours of [2, -1, 1.5, '24', {}]) {
    const answer = await call(await newCaller(), {
      method: 'POST',
      path: '/v1/projects/keys/rotate',
      body: { overlapHours },
    })
    expect([overlapHours, answer.status]).toEqual([overlapHours, 400])
  }
})

test('a revoked key and a suspended project stop tokens that are in use', async () => {
  const [revoked, suspended] = [await newCaller(), await newCaller()]
  expect([(await list(revoked)).status, (await list(suspended)).status]).toEqual([200, 200])
  await revokeKeyOf(revoked)
  await inWorker(({ db }) =>
    db.update(projects).set({ status: 'suspended' }).where(eq(projects.id, suspended.tenant.projectId)),
  )
  await expect.poll(async () => (await list(revoked)).status).toBe(401)
  await expect.poll(async () => (await list(suspended)).body.message).toBe(MESSAGES.projectSuspended)
})

test('keeps a row of each request and the last use of its key, without a secret in either', async () => {
  const caller = await newCaller()
  const answer = await list(caller, { 'idempotency-key': 'not asked for' })
  await call(caller, { method: 'GET', path: '/v1/nope?token=secret' })
  await doors.open['the front server'].send({
    method: 'POST',
    path: '/v1/oauth/token',
    body: { grant_type: 'client_credentials', client_secret: caller.apiKey },
  })
  await flushRequestLog()
  const rows = await workerCtx().db.select().from(requestLog)
  const row = rows.find(({ id }) => id === answer.headers.get('x-request-id'))
  expect(row).toMatchObject({
    businessId: caller.tenant.businessId,
    keyId: caller.subject.keyId,
    method: 'GET',
    path: '/v1/projects/ip-whitelist',
    operation: 'GET /v1/projects/ip-whitelist',
    status: 200,
    clientIp: '127.0.0.1',
    message: null,
  })
  const text = JSON.stringify(rows)
  for (const secret of [caller.token, caller.apiKey, 'token=secret']) expect(text).not.toContain(secret)
  const [key] = await workerCtx().db.select().from(apiKeys).where(eq(apiKeys.id, caller.subject.keyId))
  expect(key?.lastUsedIp).toBe('127.0.0.1')
})
