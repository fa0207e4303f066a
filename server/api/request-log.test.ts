import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKeys, requestLog } from '@/db/schema'
import { inTenant, workerCtx } from '@/server/ctx'
import { REFUSALS } from '@/server/refusals/refusals'
import { getRequest } from '@/server/requests/get-request'
import { type Caller, newCaller } from '@/server/testing/callers'
import { openDoors, type Sent } from '@/server/testing/doors'
import { openDatabase } from '@/server/testing/open-database'
import { flushRequestLog } from './request-log'

openDatabase()
let doors: Awaited<ReturnType<typeof openDoors>>
beforeAll(async () => {
  doors = await openDoors()
})
afterAll(async () => {
  await doors.close()
})

/** Sends a call and reads how the log shows it. */
async function logged(caller: Caller, sent: Sent) {
  const headers = { authorization: `Bearer ${caller.token}`, 'idempotency-key': randomUUID(), ...sent.headers }
  const answer = await doors.open['the front server'].send({ ...sent, headers })
  await flushRequestLog()
  const requestId = answer.headers.get('x-request-id') ?? ''
  return { answer, requestId, detail: await read(caller, requestId) }
}
const read = ({ tenant }: Caller, requestId: string) =>
  inTenant(tenant, (ctx) => getRequest({ ...ctx, projectId: tenant.projectId }, requestId))

test('a refusal shows its fields, the body without its secret and the key', async () => {
  const caller = await newCaller()
  const body = {
    chainType: 'EVM',
    amount: '-1',
    toAddress: '0x1',
    fromAddress: 0,
    webhookSecret: 'canary-canary-canary',
  }
  const { answer, requestId, detail } = await logged(caller, { method: 'POST', path: '/v1/wallet/transaction', body })
  expect(answer.status).toBe(400)
  expect(JSON.parse(detail.requestBody ?? '')).toEqual({ ...body, webhookSecret: '[redacted]' })
  expect(JSON.parse(detail.responseBody ?? '')).toEqual(answer.body)
  expect(detail.request).toMatchObject({ id: requestId, status: 400, message: 'Validation failed' })
  expect(detail.refusal).toEqual({ code: 'validation_failed', means: REFUSALS.validation_failed.means })
  expect(detail.key).toBe(`sk_live_…${caller.apiKey.slice(-4)}`)
  expect(detail.transactionId).toBeNull()
  const [row] = await workerCtx().db.select().from(requestLog).where(eq(requestLog.id, requestId))
  expect(JSON.stringify(row)).not.toContain('canary')
})

test('the key of a call is shown with the name of its pair', async () => {
  const caller = await newCaller()
  await workerCtx().db.update(apiKeys).set({ name: 'Backend' }).where(eq(apiKeys.id, caller.subject.keyId))
  const { detail } = await logged(caller, { method: 'GET', path: '/v1/tokens' })
  expect(detail.key).toBe(`Backend, sk_live_…${caller.apiKey.slice(-4)}`)
})

test('a success keeps what was asked, not what was answered', async () => {
  const caller = await newCaller()
  const body = { chainType: 'EVM', purpose: 'LOGGED' }
  const { answer, detail } = await logged(caller, { method: 'POST', path: '/v1/wallet/hd/generate', body })
  expect(detail.refusal).toBeNull()
  expect(answer.status).toBe(201)
  expect(JSON.parse(detail.requestBody ?? '')).toEqual(body)
  expect(detail.responseBody).toBeNull()
})

test('what cannot be read as JSON is not kept, and a stranger finds nothing', async () => {
  const caller = await newCaller()
  const { requestId, detail } = await logged(caller, { method: 'POST', path: '/v1/wallet/hd/generate', body: '{"a":' })
  expect(detail).toMatchObject({ requestBody: null, request: { status: 400 } })
  await expect(read(await newCaller(), requestId)).rejects.toMatchObject({ code: 'not_found' })
  const sibling = await newCaller({ businessId: caller.tenant.businessId })
  await expect(read(sibling, requestId)).rejects.toMatchObject({ code: 'not_found' })
})

test('the query of a call is kept, without what looks like a secret in it', async () => {
  const caller = await newCaller()
  const { detail } = await logged(caller, { method: 'GET', path: '/v1/tokens?page=2&access_token=canary-canary' })
  expect(detail.request).toMatchObject({ path: '/v1/tokens', search: '?page=2&access_token=%5Bredacted%5D' })
  const plain = await logged(caller, { method: 'GET', path: '/v1/tokens?nope=1' })
  expect(plain.detail.request.search).toBe('?nope=1')
})
