import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plans, subscriptions, usageCounts } from '@/db/schema'
import { forgetCaches } from '@/server/changing-cache'
import { workerCtx } from '@/server/ctx'
import { type Caller, newCaller } from '@/server/testing/callers'
import { DOOR_NAMES, openDoors } from '@/server/testing/doors'
import { openDatabase } from '@/server/testing/open-database'
import { flushUsage } from '@/server/usage/flush-usage'

openDatabase()
let doors: Awaited<ReturnType<typeof openDoors>>
let caller: Caller

beforeAll(async () => {
  doors = await openDoors()
  caller = await newCaller()
})
afterAll(() => doors.close())

const generate = (count: number, key: string = v7()) =>
  doors.open[DOOR_NAMES[0]].send({
    method: 'POST',
    path: '/v1/wallet/hd/generate',
    headers: { authorization: `Bearer ${caller.token}`, 'idempotency-key': key },
    body: { chainType: 'EVM', count },
  })

test('past a quota a call is answered 402 with what ran out; a repeated key is answered as before, and what is refused costs nothing', async () => {
  const { db } = workerCtx()
  const { projectId } = caller.tenant
  const rows = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.projectId, projectId ?? ''))
  const wallet = rows.find(({ productId }) => productId === 1)
  if (!wallet) throw new Error('the caller has no plan of the product')
  await db
    .update(plans)
    .set({ planQuotas: [{ name: 'wallets.created', limit: 10 }] })
    .where(eq(plans.id, wallet.planId))
  forgetCaches()

  const key = v7()
  const first = await generate(8, key)
  expect(first.status).toBe(201)
  const refused = await generate(3)
  expect(refused.status).toBe(402)
  expect(refused.body).toMatchObject({
    status: false,
    code: 'quota_exceeded',
    data: { kind: 'wallets.created', limit: 10, used: 8 },
  })
  // Invalid input, and the key of what was done before, use nothing.
  expect((await generate(0)).status).toBe(400)
  const again = await generate(8, key)
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
  expect(again.text).toBe(first.text)
  expect((await generate(2)).status).toBe(201)
  expect((await generate(1)).status).toBe(402)
  expect((await generate(8, key)).text).toBe(first.text)

  await flushUsage()
  const counts = await db
    .select()
    .from(usageCounts)
    .where(eq(usageCounts.projectId, projectId ?? ''))
  expect(Object.fromEntries(counts.map(({ kind, n }) => [kind, n]))).toEqual({ 'wallets.created': 10, 'api.calls': 2 })
})
