import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import {
  businesses,
  depositAccounts,
  idempotencyKeys,
  indexerSubscriptions,
  memberships,
  payments,
  requestLog,
  tokens,
  transactions,
  users,
  wallets,
  webhookEndpoints,
} from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { find, giveHash, kindsOf, openSearchWorld, visitsTo } from './search-world.test-data'

const HASH = `0x${'ab'.repeat(32)}`
const world = openSearchWorld()

const db = () => workerCtx().db

beforeAll(() => giveHash(HASH, world.own))

test('by what customers quote: the id of a request, the reference of a payment and an email address', async () => {
  const email = `${v7()}@example.test`
  const userId = v7()
  const requestId = v7()
  const { businessId, projectId } = world.own
  const request = { method: 'GET', path: '/v1/tokens', status: 402, durationMs: 1, createdAt: new Date() }
  await db()
    .insert(requestLog)
    .values({ id: requestId, businessId, projectId, ...request })
  await db().insert(users).values({ id: userId, name: 'Ada Obi', email, passwordHash: '-' })
  await db().insert(memberships).values({ userId, memberOf: businessId, role: 'owner' })
  const [payment] = await db().select().from(payments).where(eq(payments.businessId, businessId))
  const [account] = await db().select().from(depositAccounts).where(eq(depositAccounts.businessId, businessId))
  const [paymentRef, reference] = ['PAY-23456789ABCDEFGH', 'SLP-23456789ABCDEFGH']
  await db()
    .update(payments)
    .set({ paymentRef })
    .where(eq(payments.id, payment?.id ?? v7()))
  await db()
    .update(depositAccounts)
    .set({ reference })
    .where(eq(depositAccounts.id, account?.id ?? v7()))
  expect((await find(requestId)).hits).toMatchObject([
    { kind: 'request', label: 'GET /v1/tokens', status: '402', businessId },
  ])
  expect((await find(email.toUpperCase())).hits).toMatchObject([
    { kind: 'person', label: 'Ada Obi, owner', businessId },
  ])
  expect((await find(paymentRef.toLowerCase())).hits).toMatchObject([{ kind: 'payment', id: payment?.id, businessId }])
  expect((await find(reference)).hits).toMatchObject([{ kind: 'payment', id: account?.paymentId, businessId }])
})

test('by a URL its receivers, by an account number its payment, and by the beginning of its name a business', async () => {
  const { businessId } = world.own
  const name = `Zeta ${v7()}`
  const url = `https://hooks.example.test/${v7()}`
  const accountNumber = String(Math.floor(Math.random() * 1e10)).padStart(10, '0')
  await db().update(businesses).set({ name }).where(eq(businesses.id, businessId))
  await db().update(webhookEndpoints).set({ url }).where(eq(webhookEndpoints.businessId, businessId))
  await db()
    .update(indexerSubscriptions)
    .set({ webhookUrl: url })
    .where(eq(indexerSubscriptions.businessId, businessId))
  const [account] = await db().select().from(depositAccounts).where(eq(depositAccounts.businessId, businessId))
  await db()
    .update(depositAccounts)
    .set({ accountNumber })
    .where(eq(depositAccounts.id, account?.id ?? v7()))
  expect((await kindsOf(url)).sort()).toEqual(['endpoint', 'subscription'])
  expect((await find(accountNumber)).hits).toMatchObject([{ kind: 'payment', id: account?.paymentId, businessId }])
  const before = await visitsTo(businessId)
  expect((await find(name.slice(0, 12).toUpperCase())).hits).toMatchObject([
    { kind: 'business', label: name, businessId },
  ])
  // The list of businesses shows names as well.
  expect(await visitsTo(businessId)).toEqual(before)
})

test('by the reference that a customer chose its payments are found, whatever form it has, exactly', async () => {
  const payment = async ({ businessId }: { businessId: string }) =>
    (await db().select().from(payments).where(eq(payments.businessId, businessId)))[0]?.id ?? ''
  const [mine, theirs] = [await payment(world.own), await payment(world.other)]
  for (const reference of ['Order 17/2', v7().toUpperCase(), `${v7()}@example.test`, 'é'.repeat(128)]) {
    for (const id of [mine, theirs])
      await db().update(payments).set({ clientReference: reference }).where(eq(payments.id, id))
    const { hits, isTerm } = await find(reference.normalize('NFD'))
    expect(hits.map(({ kind, id }) => [kind, id])).toEqual(
      [mine, theirs]
        .sort()
        .toReversed()
        .map((id) => ['payment', id]),
    )
    expect(isTerm).toBe(true)
    expect((await find(reference.slice(0, -1))).hits).toEqual([])
  }
  await db().update(payments).set({ clientReference: mine }).where(eq(payments.id, mine))
  expect(await kindsOf(mine)).toEqual(['payment'])
  expect(await find('Order 17/2')).toEqual({ isTerm: false, hits: [], isCut: false })
})

test('by the reference that a customer chose wallets, transactions and tokens are found, of every business that chose it', async () => {
  const { walletId, transactionId, tokenId } = world.filled
  const chosen = { reference: `Ümit ${v7()}`, referenceFingerprint: 'test' }
  await db().update(wallets).set(chosen).where(eq(wallets.id, walletId))
  await db().update(transactions).set(chosen).where(eq(transactions.id, transactionId))
  await db().update(tokens).set(chosen).where(eq(tokens.id, tokenId))
  const mine = { businessId: world.own.businessId, projectId: world.own.projectId }
  const sessionId = v7()
  const before = await visitsTo(world.other.businessId)
  expect((await find(chosen.reference.normalize('NFD'), sessionId)).hits).toEqual([
    expect.objectContaining({ ...mine, kind: 'wallet', id: walletId }),
    expect.objectContaining({ ...mine, kind: 'transaction', id: transactionId }),
    expect.objectContaining({ ...mine, kind: 'token', id: tokenId }),
  ])
  // The search is in the audit log of the business whose records it showed, and of no other.
  expect((await visitsTo(world.own.businessId)).at(-1)).toMatchObject({
    target: world.own.projectId,
    detail: { role: 'support' },
  })
  expect(await visitsTo(world.other.businessId)).toEqual(before)
  const [theirs] = await db()
    .select({ id: wallets.id })
    .from(wallets)
    .where(eq(wallets.businessId, world.other.businessId))
  await db()
    .update(wallets)
    .set(chosen)
    .where(eq(wallets.id, theirs?.id ?? v7()))
  const both = (await find(chosen.reference)).hits.filter(({ kind }) => kind === 'wallet')
  expect(both.map(({ businessId }) => businessId).sort()).toEqual([world.own.businessId, world.other.businessId].sort())
  expect((await find(chosen.reference.toUpperCase())).hits).toEqual([])
})

test('by the beginning of a hash and by an idempotency key records of every business are found', async () => {
  const key = v7()
  const fixed = { environment: 'live', operation: 'POST /v1/tokens', fingerprint: 'test', key } as const
  const { businessId, projectId } = world.own
  await db()
    .insert(idempotencyKeys)
    .values({ ...fixed, businessId, projectId, resourceId: world.filled.tokenId })
  const call = { method: 'POST', path: '/v1/tokens', status: 201, durationMs: 1, createdAt: new Date() }
  await db()
    .insert(requestLog)
    .values({ ...call, id: v7(), businessId, projectId, operation: fixed.operation, idempotencyKey: key })
  expect((await find(key)).hits).toMatchObject([
    { kind: 'request', label: 'POST /v1/tokens', businessId },
    { kind: 'token', id: world.filled.tokenId, businessId },
  ])
  expect(await kindsOf(HASH.slice(0, 12))).toEqual(['transaction', 'deposit'])
  expect(await find('0xabababac')).toEqual({ isTerm: true, hits: [], isCut: false })
})
