import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import {
  deposits,
  idempotencyKeys,
  indexerEvents,
  indexerLogs,
  payments,
  plans,
  requestLog,
  subscriptions,
  tokens,
  transactions,
  wallets,
} from '@/db/schema'
import { inTenantReading, workerCtx } from '@/server/ctx'
import { listOwnHits } from './list-own-hits'
import { giveHash, openSearchWorld } from './search-world.test-data'

const HASH = `0x${'cd'.repeat(32)}`
const world = openSearchWorld()

const db = () => workerCtx().db

beforeAll(async () => {
  await giveHash(HASH, world.own)
  // The other business received money by the same transaction.
  await db().update(deposits).set({ txHash: HASH }).where(eq(deposits.businessId, world.other.businessId))
})

function find(text: string, { businessId, projectId } = world.own) {
  const actor = { type: 'user', id: v7(), name: 'Ada' } as const
  return inTenantReading({ businessId, projectId, actor, requestId: 'test' }, (ctx) =>
    listOwnHits({ ...ctx, projectId }, text),
  )
}

test('finds the own records by id and by hash, and none of another business', async () => {
  const [transaction] = await db().select().from(transactions).where(eq(transactions.businessId, world.own.businessId))
  expect(await find(world.filled.transactionId)).toMatchObject([{ kind: 'transaction', id: transaction?.id }])
  const byHash = await find(HASH)
  expect(byHash.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['transaction', 'deposit']))
  const [foreign] = await db().select().from(deposits).where(eq(deposits.businessId, world.other.businessId))
  expect(byHash.map(({ id }) => id)).not.toContain(foreign?.id)
  expect(await find(foreign?.id ?? '')).toEqual([])
  expect(await find(world.filled.transactionId, world.other)).toEqual([])
})

test('finds a wallet of the business in each project, unless it is bound to another', async () => {
  const [wallet] = await db().select().from(wallets).where(eq(wallets.id, world.filled.walletId))
  const elsewhere = { ...world.own, projectId: v7() }
  expect((await find(wallet?.address ?? '')).map(({ id }) => id)).toContain(world.filled.walletId)
  expect((await find(wallet?.address ?? '', elsewhere)).map(({ id }) => id)).toContain(world.filled.walletId)
  await db().update(wallets).set({ boundProjectId: world.own.projectId }).where(eq(wallets.id, world.filled.walletId))
  expect((await find(wallet?.address ?? '', elsewhere)).map(({ id }) => id)).not.toContain(world.filled.walletId)
})

test('finds a token by its ticker, in any case of letters, once', async () => {
  const [token] = await db().select().from(tokens).where(eq(tokens.businessId, world.own.businessId))
  const ticker = token?.ticker ?? ''
  expect(await find(ticker.toLowerCase())).toMatchObject([{ kind: 'token', id: token?.id }])
  await db()
    .update(tokens)
    .set({ reference: ticker })
    .where(eq(tokens.id, token?.id ?? ''))
  expect(await find(ticker)).toHaveLength(1)
})

test('finds transactions, deposits and logs by the beginning of a hash, with 0x and without, and none of another business', async () => {
  const [deposit] = await db().select().from(deposits).where(eq(deposits.businessId, world.own.businessId))
  const [log] = await db().select().from(indexerLogs).where(eq(indexerLogs.businessId, world.own.businessId))
  const wanted = [
    { kind: 'transaction', id: world.filled.transactionId },
    { kind: 'deposit', id: deposit?.id },
    { kind: 'log', id: log?.id },
  ]
  await db()
    .update(indexerEvents)
    .set({ eventId: `${HASH}:3` })
    .where(eq(indexerEvents.businessId, world.own.businessId))
  await db()
    .update(indexerLogs)
    .set({ eventId: `${HASH}:3` })
    .where(eq(indexerLogs.businessId, world.own.businessId))
  for (const text of ['0xcdcdcdcd', 'CDCDCDCD', HASH.slice(0, -1)]) expect(await find(text), text).toMatchObject(wanted)
  // A whole hash without 0x is found as one with it.
  expect(await find(HASH.slice(2))).toMatchObject(wanted)
  expect(await find('0xcdcdcdc')).toEqual([])
  expect(await find('0xcdcdcdce')).toEqual([])
  expect((await find('0xcdcdcdcd', world.other)).map(({ kind }) => kind)).toEqual(['deposit'])
})

test('finds by an idempotency key what was made under it and the requests, and none of another business', async () => {
  const key = `order 17/${v7()}`
  const row = { environment: 'live', operation: 'POST /v1/wallet/transaction', key, fingerprint: 'test' } as const
  const call = { method: 'POST', path: '/v1/wallet/transaction', status: 402, durationMs: 1, createdAt: new Date() }
  const [theirs] = await db().select().from(transactions).where(eq(transactions.businessId, world.other.businessId))
  const made = [
    { tenant: world.own, resourceId: world.filled.transactionId, requestId: v7() },
    { tenant: world.other, resourceId: theirs?.id ?? '', requestId: v7() },
  ]
  for (const { tenant, resourceId, requestId } of made) {
    const { businessId, projectId } = tenant
    await db()
      .insert(idempotencyKeys)
      .values({ ...row, businessId, projectId, resourceId })
    await db()
      .insert(requestLog)
      .values({ ...call, id: requestId, businessId, projectId, idempotencyKey: key })
  }
  for (const { tenant, resourceId, requestId } of made) {
    expect(await find(` ${key} `, tenant)).toMatchObject([
      { kind: 'transaction', id: resourceId },
      { kind: 'request', id: requestId, status: '402' },
    ])
  }
  expect(await find(key.slice(0, -1))).toEqual([])
})

test('finds a plan subscription by its id, its references and the name of its plan, and none of another business', async () => {
  const { businessId, projectId } = world.own
  const [subscription] = await db().select().from(subscriptions).where(eq(subscriptions.businessId, businessId))
  const [payment] = await db().select().from(payments).where(eq(payments.businessId, businessId))
  const { id = '', planId = 0 } = subscription ?? {}
  const [plan] = await db().select().from(plans).where(eq(plans.id, planId))
  const [paymentRef, clientReference] = ['PAY-3456789ABCDEFGHJ', `plan of ${v7()}`]
  await db()
    .update(payments)
    .set({ paymentRef, subscriptionId: id })
    .where(eq(payments.id, payment?.id ?? ''))
  await db().update(subscriptions).set({ clientReference }).where(eq(subscriptions.id, id))
  for (const text of [id, paymentRef, clientReference, plan?.name.toLowerCase() ?? '']) {
    const found = await find(text)
    const hit = found.find((one) => one.id === id)
    expect(hit, text).toMatchObject({ kind: 'planSubscription', status: 'ACTIVE' })
    expect(hit?.label, text).toContain(plan?.name)
    expect((await find(text, world.other)).map((one) => one.id)).not.toContain(id)
    expect((await find(text, { ...world.own, projectId: v7() })).map((one) => one.id)).not.toContain(id)
  }
  expect(projectId).toBe(subscription?.projectId)
})
