import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { apiKeys, businesses, memberships, payments, tokens, users, wallets } from '@/db/schema'
import { inTenant, inTenantReading, workerCtx } from '@/server/ctx'
import { createApiKey } from '@/server/keys/create-api-key'
import { listOwnHits } from './list-own-hits'
import { find, openSearchWorld } from './search-world.test-data'

const world = openSearchWorld()
const db = () => workerCtx().db

const own = (text: string, tenant = world.own) =>
  inTenantReading(tenant, (ctx) => listOwnHits({ ...ctx, projectId: tenant.projectId }, text))
const idsOf = (hits: readonly { id: string }[]) => hits.map(({ id }) => id)

test('a wallet is found by the beginning and by the end of its address, by its own business and by support', async () => {
  const { walletId } = world.filled
  const [wallet] = await db().select().from(wallets).where(eq(wallets.id, walletId))
  const address = wallet?.address ?? ''
  for (const part of [address.slice(0, 8), address.slice(0, 8).toUpperCase().replace('0X', '0x'), address.slice(-6)]) {
    expect(idsOf(await own(part))).toContain(walletId)
    expect(idsOf((await find(part)).hits)).toContain(walletId)
    expect(idsOf(await own(part, world.other))).not.toContain(walletId)
  }
})

test('a payment is found by the beginning of its reference', async () => {
  const [payment] = await db().select().from(payments).where(eq(payments.businessId, world.own.businessId))
  const id = payment?.id ?? ''
  await db().update(payments).set({ paymentRef: 'PAY-38VQ6789ABCDEFGH' }).where(eq(payments.id, id))
  expect(await own('pay-38v')).toMatchObject([{ kind: 'payment', id, label: 'PAY-38VQ6789ABCDEFGH' }])
  expect((await find('PAY-38V')).hits).toMatchObject([{ kind: 'payment', id }])
  expect(await own('PAY-38V', world.other)).toEqual([])
})

test('a key is found by its last four signs, and never by another business', async () => {
  const { projectId } = world.own
  const key = await inTenant(world.own, (ctx) => createApiKey({ ...ctx, projectId }, { environment: 'live' }))
  await db().update(apiKeys).set({ lastFour: 'kPzo' }).where(eq(apiKeys.id, key.id))
  expect(await own('kPzo')).toMatchObject([{ kind: 'key', id: key.id, label: 'sk_live_…kPzo', status: 'active' }])
  expect((await find('kPzo')).hits).toMatchObject([{ kind: 'key', id: key.id, projectId }])
  expect(await own('kPzo', world.other)).toEqual([])
})

test('a key is found by a word of the name of its pair', async () => {
  const { projectId } = world.own
  const key = await inTenant(world.own, (ctx) =>
    createApiKey({ ...ctx, projectId }, { environment: 'live', name: 'Zebra backend' }),
  )
  const label = `Zebra backend, sk_live_…${key.lastFour}`
  for (const text of ['zebra', 'backe', 'backend zeb']) {
    expect(await own(text)).toMatchObject([{ kind: 'key', id: key.id, label }])
    expect((await find(text)).hits).toMatchObject([{ kind: 'key', id: key.id, projectId, label }])
    expect(await own(text, world.other)).toEqual([])
  }
})

test('a person is found by a name: colleagues by members, all by support', async () => {
  const { businessId } = world.own
  const userId = v7()
  const email = `${userId}@example.test`
  await db().insert(users).values({ id: userId, name: 'Lola Qadiri', email, passwordHash: '-' })
  await db().insert(memberships).values({ userId, memberOf: businessId, role: 'developer' })
  for (const text of ['lola', 'Qadi', 'qadiri lo', email]) {
    expect(await own(text)).toMatchObject([{ kind: 'person', id: userId, label: 'Lola Qadiri, developer' }])
    expect((await find(text)).hits).toMatchObject([{ kind: 'person', id: userId, businessId }])
    expect(await own(text, world.other)).toEqual([])
  }
})

test('a business and a token are found by a word of the name, and a token by the beginning of its ticker', async () => {
  const { businessId } = world.own
  const { tokenId } = world.filled
  await db().update(businesses).set({ name: 'Zagoon Pryxl' }).where(eq(businesses.id, businessId))
  await db().update(tokens).set({ ticker: 'ZAGQ28', name: 'Harbour note' }).where(eq(tokens.id, tokenId))
  expect((await find('pryx')).hits).toMatchObject([{ kind: 'business', id: businessId }])
  expect((await find('zagq')).hits).toMatchObject([{ kind: 'token', id: tokenId }])
  expect(await own('harbo')).toMatchObject([{ kind: 'token', id: tokenId, label: 'ZAGQ28, Harbour note' }])
  expect(await own('pryx')).toEqual([])
})
