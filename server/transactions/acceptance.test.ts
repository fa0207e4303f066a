import { and, eq, inArray } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { idempotencyKeys, transactions, wallets } from '@/db/schema'
import { inWorker, workerCtx } from '@/server/ctx'
import { MESSAGES } from '@/server/refusals/messages'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { type Caller, newCaller } from '@/server/testing/callers'
import { DOOR_NAMES, openDoors } from '@/server/testing/doors'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { openDatabase } from '@/server/testing/open-database'
import { createWallets } from '@/server/wallets/create-wallets'

const CHAIN_ID = 84532
const accepted = z.object({ data: z.object({ id: z.uuid() }) })
const database = openDatabase()
let doors: Awaited<ReturnType<typeof openDoors>>
let callers: Caller[]

beforeAll(async () => {
  doors = await openDoors()
  await addRpcEndpoint(CHAIN_ID, 'http://127.0.0.1:9')
  callers = await Promise.all(Array.from({ length: 3 }, newCaller))
  for (const { tenant } of callers)
    await inTenantWithSeed(tenant, (ctx) => createWallets(ctx, { chainType: 'EVM', count: 2, purpose: 'TEST' }))
})
afterAll(async () => {
  await doors.close()
})

function callerAt(index: number): Caller {
  const caller = callers[index % callers.length]
  if (!caller) throw new Error('there is no such caller')
  return caller
}

function transfer(caller: Caller, key: string, more: object = {}) {
  const toAddress = '0x00000000000000000000000000000000000000AA'
  const body = { fromAddress: 0, toAddress, amount: '0.001', chainType: 'EVM', chainId: CHAIN_ID, ...more }
  const headers = { authorization: `Bearer ${caller.token}`, 'idempotency-key': key }
  return doors.open[DOOR_NAMES[0]].send({ method: 'POST', path: '/v1/wallet/transaction', headers, body })
}

/** As a client does: the same key until there is an answer. */
async function transferForSure(caller: Caller, key: string): Promise<{ id: string; tries: number }> {
  for (let tries = 1; ; tries++) {
    const answer = await transfer(caller, key)
    if (answer.status === 202) return { id: accepted.parse(answer.body).data.id, tries }
    expect(answer.status).toBeGreaterThanOrEqual(500)
  }
}

test('accepted while connections are cut: one transfer a key, and it is the answered one', {
  timeout: 240_000,
}, async () => {
  const owner = postgres(database.url, { max: 1, onnotice: () => {} })
  const cut = () =>
    owner`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'slipway_app' and datname = current_database()`
  const keys = Array.from({ length: 240 }, (_, index) => `cut ${index}`)
  let next = 0
  const cuts: Promise<unknown>[] = []
  const answers = new Map<string, { id: string; tries: number }>()
  const clients = Array.from({ length: 24 }, async () => {
    while (next < keys.length) {
      const index = next++
      const key = keys[index] ?? ''
      answers.set(key, await transferForSure(callerAt(index), key))
      if (answers.size % 20 === 0) cuts.push(cut().execute())
    }
  })
  await Promise.all(clients)
  await Promise.all(cuts)
  await owner.end()
  const { db } = workerCtx()
  const rows = await db.select().from(transactions).where(inArray(transactions.idempotencyKey, keys))
  expect(new Map(rows.map((row) => [row.idempotencyKey, row.id]))).toEqual(
    new Map([...answers].map(([key, { id }]) => [key, id])),
  )
  expect(rows).toHaveLength(keys.length)
  const claims = await db.select().from(idempotencyKeys).where(inArray(idempotencyKeys.key, keys))
  expect(claims).toHaveLength(keys.length)
  expect(claims.every((claim) => rows.some((row) => row.id === claim.resourceId))).toBe(true)
  for (const [index, key] of keys.entries())
    expect(rows.find((row) => row.idempotencyKey === key)?.businessId).toBe(callerAt(index).tenant.businessId)
  expect([...answers.values()].some(({ tries }) => tries > 1)).toBe(true)
})

test('a wallet deactivated elsewhere takes nothing more, though this process remembers it as active', async () => {
  const caller = callerAt(0)
  expect((await transfer(caller, 'before', { fromAddress: 1 })).status).toBe(202)
  // As another process would: nothing in this one hears of it.
  await inWorker(({ db }) =>
    db
      .update(wallets)
      .set({ isActive: false, deactivatedAt: new Date() })
      .where(and(eq(wallets.businessId, caller.tenant.businessId), eq(wallets.addressIndex, 1))),
  )
  const answer = await transfer(caller, 'after', { fromAddress: 1 })
  expect([answer.status, answer.body]).toEqual([
    422,
    { status: false, message: MESSAGES.walletInactive, code: 'wallet_deactivated', param: 'fromAddress' },
  ])
  const { db } = workerCtx()
  expect(await db.select().from(transactions).where(eq(transactions.idempotencyKey, 'after'))).toEqual([])
  expect(await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, 'after'))).toEqual([])
})

test('an acceptance that Postgres refuses takes none of its neighbours with it', async () => {
  const caller = callerAt(0)
  const indexes = Array.from({ length: 120 }, (_, index) => index)
  // Wallet 1 was deactivated behind the process's back: every second one is refused by the database.
  const answers = await Promise.all(
    indexes.map((index) => transfer(caller, `mixed ${index}`, { fromAddress: index % 2 })),
  )
  expect(answers.map(({ status }) => status)).toEqual(indexes.map((index) => (index % 2 ? 422 : 202)))
  const { db } = workerCtx()
  const keys = indexes.map((index) => `mixed ${index}`)
  const rows = await db.select().from(transactions).where(inArray(transactions.idempotencyKey, keys))
  expect(rows.map((row) => row.idempotencyKey).toSorted()).toEqual(
    keys.filter((_, index) => index % 2 === 0).toSorted(),
  )
})
