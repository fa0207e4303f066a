import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import {
  deposits,
  idempotencyKeys,
  indexerEvents,
  indexerLogs,
  requestLog,
  tokens,
  transactionAttempts,
  transactions,
  wallets,
} from '@/db/schema'
import { inTenantReading, workerCtx } from '@/server/ctx'
import { listOwnHits } from './list-own-hits'
import { openSearchWorld, type SearchWorld } from './search-world.test-data'

const HASH = `0x${'cd'.repeat(32)}`
const world = openSearchWorld()
let own: SearchWorld['own']
let other: SearchWorld['other']
let filled: SearchWorld['filled']

const db = () => workerCtx().db

beforeAll(async () => {
  ;({ own, other, filled } = world)
  await db().update(transactionAttempts).set({ txHash: HASH }).where(eq(transactionAttempts.businessId, own.businessId))
  // Both businesses received money by this transaction.
  for (const { businessId } of [own, other])
    await db().update(deposits).set({ txHash: HASH }).where(eq(deposits.businessId, businessId))
})

function find(text: string, { businessId, projectId } = own) {
  const actor = { type: 'user', id: v7(), name: 'Ada' } as const
  return inTenantReading({ businessId, projectId, actor, requestId: 'test' }, (ctx) =>
    listOwnHits({ ...ctx, projectId }, text),
  )
}

test('finds the own records by id and by hash, and none of another business', async () => {
  const [transaction] = await db().select().from(transactions).where(eq(transactions.businessId, own.businessId))
  expect(await find(filled.transactionId)).toMatchObject([{ kind: 'transaction', id: transaction?.id }])
  const byHash = await find(HASH)
  expect(byHash.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['transaction', 'deposit']))
  const [foreign] = await db().select().from(deposits).where(eq(deposits.businessId, other.businessId))
  expect(byHash.map(({ id }) => id)).not.toContain(foreign?.id)
  expect(await find(foreign?.id ?? '')).toEqual([])
  expect(await find(filled.transactionId, other)).toEqual([])
})

test('finds a wallet of the business in each project, unless it is bound to another', async () => {
  const [wallet] = await db().select().from(wallets).where(eq(wallets.id, filled.walletId))
  const elsewhere = { ...own, projectId: v7() }
  expect((await find(wallet?.address ?? '')).map(({ id }) => id)).toContain(filled.walletId)
  expect((await find(wallet?.address ?? '', elsewhere)).map(({ id }) => id)).toContain(filled.walletId)
  await db().update(wallets).set({ boundProjectId: own.projectId }).where(eq(wallets.id, filled.walletId))
  expect((await find(wallet?.address ?? '', elsewhere)).map(({ id }) => id)).not.toContain(filled.walletId)
})

test('finds a token by its ticker, in any case of letters, once', async () => {
  const [token] = await db().select().from(tokens).where(eq(tokens.businessId, own.businessId))
  const ticker = token?.ticker ?? ''
  expect(await find(ticker.toLowerCase())).toMatchObject([{ kind: 'token', id: token?.id }])
  await db()
    .update(tokens)
    .set({ reference: ticker })
    .where(eq(tokens.id, token?.id ?? ''))
  expect(await find(ticker)).toHaveLength(1)
})

test('finds transactions, deposits and logs by the beginning of a hash, with 0x and without, and none of another business', async () => {
  const [deposit] = await db().select().from(deposits).where(eq(deposits.businessId, own.businessId))
  const [log] = await db().select().from(indexerLogs).where(eq(indexerLogs.businessId, own.businessId))
  const wanted = [
    { kind: 'transaction', id: filled.transactionId },
    { kind: 'deposit', id: deposit?.id },
    { kind: 'log', id: log?.id },
  ]
  await db()
    .update(indexerEvents)
    .set({ eventId: `${HASH}:3` })
    .where(eq(indexerEvents.businessId, own.businessId))
  await db()
    .update(indexerLogs)
    .set({ eventId: `${HASH}:3` })
    .where(eq(indexerLogs.businessId, own.businessId))
  for (const text of ['0xcdcdcdcd', 'CDCDCDCD', HASH.slice(0, -1)]) expect(await find(text), text).toMatchObject(wanted)
  // A whole hash without 0x is found as one with it.
  expect(await find(HASH.slice(2))).toMatchObject(wanted.slice(0, 2))
  expect(await find('0xcdcdcdc')).toEqual([])
  expect(await find('0xcdcdcdce')).toEqual([])
  expect((await find('0xcdcdcdcd', other)).map(({ kind }) => kind)).toEqual(['deposit'])
})

test('finds by an idempotency key what was made under it and the requests, and none of another business', async () => {
  const key = `order 17/${v7()}`
  const row = { environment: 'live', operation: 'POST /v1/wallet/transaction', key, fingerprint: 'test' } as const
  const call = { method: 'POST', path: '/v1/wallet/transaction', status: 402, durationMs: 1, createdAt: new Date() }
  const [theirs] = await db().select().from(transactions).where(eq(transactions.businessId, other.businessId))
  const made = [
    { tenant: own, resourceId: filled.transactionId, requestId: v7() },
    { tenant: other, resourceId: theirs?.id ?? '', requestId: v7() },
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
