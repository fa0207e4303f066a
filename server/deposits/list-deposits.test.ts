import { ne } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { deposits, wallets } from '@/db/schema'
import { listDepositsQuery } from '@/schemas/deposits/contract'
import { inTenant, type Tenant, workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { openDatabase } from '@/server/testing/open-database'
import { createWallets } from '@/server/wallets/create-wallets'
import { getDeposit } from './get-deposit'
import { listDepositPage } from './list-deposit-page'
import { listDeposits } from './list-deposits'

const TOKEN = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
openDatabase()
let us: Tenant & { projectId: string }
let ours: string[]

beforeAll(async () => {
  us = await createTenant()
  ours = await newWallets(us, 2)
  const [theirs = ''] = await newWallets(await createTenant(), 1)
  await put(ours[0], { amountUnits: 1n, tokenAddress: TOKEN, symbol: 'USDC', decimals: 6, valueUsdMicros: 1n })
  await put(ours[1], { amountUnits: 2n, stage: 'confirmed' })
  await put(ours[0], { amountUnits: 3n, stage: 'reverted', chainId: 1 })
  await put(theirs, { amountUnits: 4n })
  await put(ours[0], { amountUnits: 5n, stage: 'confirmed', createdAt: new Date('2026-01-02T00:00:00Z') })
})

async function newWallets(tenant: Tenant, count: number): Promise<string[]> {
  await inTenantWithSeed(tenant, (ctx) => createWallets(ctx, { chainType: 'EVM', count, purpose: 'TEST' }))
  const rows = await workerCtx().db.select().from(wallets).orderBy(wallets.addressIndex)
  return rows.filter(({ businessId }) => businessId === tenant.businessId).map(({ id }) => id)
}

async function put(walletId = '', row: Partial<typeof deposits.$inferInsert>): Promise<void> {
  const { db } = workerCtx()
  const wallet = (await db.select().from(wallets)).find(({ id }) => id === walletId)
  await db.insert(deposits).values({
    ...{
      businessId: wallet?.businessId ?? '',
      walletId,
      chainId: 84_532,
      symbol: 'ETH',
      decimals: 18,
      amountUnits: 1n,
    },
    ...{ fromAddress: TOKEN, txHash: v7(), blockNumber: 7n, blockHash: '0x2' },
    ...row,
  })
}

const query = (asked: Record<string, string>) => listDepositsQuery.parse(asked)
async function unitsOf(asked: Record<string, string>, tenant: Tenant = us): Promise<string[]> {
  const { items } = await inTenant(tenant, (ctx) => listDeposits(ctx, query(asked)))
  return items.map(({ amount }) => amount.replace(/0\.0*/, ''))
}

test('a list has the business’s own, newest first, exact and with what is known of the wallet', async () => {
  const { items } = await inTenant(us, (ctx) => listDeposits(ctx, query({})))
  expect(items.map(({ amount }) => amount)).toEqual([
    '0.000000000000000003',
    '0.000000000000000002',
    '0.000001',
    '0.000000000000000005',
  ])
  expect(items.at(2)).toMatchObject({
    ...{ walletId: ours[0], addressIndex: 0, network: 'TESTNET', chainType: 'EVM', tokenAddress: TOKEN },
    ...{ valueUsd: '0.000001', stage: 'seen', logIndex: null, blockNumber: 7, confirmations: 0 },
  })
  expect(items[0]).toMatchObject({ valueUsd: null, tokenAddress: null })
})

test.each<[Record<string, string>, string[]]>([
  [{ stage: 'confirmed' }, ['2', '5']],
  [{ tokenAddress: TOKEN.toLowerCase() }, ['1']],
  [{ tokenAddress: 'native' }, ['3', '2', '5']],
  [{ chainId: '1' }, ['3']],
  [{ from: '2026-01-03T00:00:00Z' }, ['3', '2', '1']],
  [{ to: '2026-01-03T00:00:00+01:00' }, ['5']],
  [{ walletId: v7() }, []],
])('narrowed to %j', async (asked, units) => {
  expect(await unitsOf(asked)).toEqual(units)
})

test('narrowed to a wallet, and read by pages behind a cursor, each is told once', async () => {
  expect(await unitsOf({ walletId: ours[1] ?? '' })).toEqual(['2'])
  const pages: string[][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const asked = query({ limit: '3', ...(cursor ? { cursor } : {}) })
    const { items, pagination } = await inTenant(us, (ctx) => listDeposits(ctx, asked))
    pages.push(items.map(({ amount }) => amount.slice(-1)))
    expect(pagination).toMatchObject({ limit: 3, hasMore: pagination.nextCursor !== null })
    cursor = pagination.nextCursor
  }
  expect(pages).toEqual([['3', '2', '1'], ['5']])
})

test('a cursor of no deposit of the business is refused', async () => {
  const [theirs] = await workerCtx().db.select().from(deposits).where(ne(deposits.businessId, us.businessId))
  for (const cursor of [v7(), theirs?.id ?? '']) {
    await expect(unitsOf({ cursor })).rejects.toMatchObject({ reason: 'validation_failed', param: 'cursor' })
  }
})

test('people leaf through the same list by pages and days', async () => {
  const filter = { page: 1, from: '2026-01-02', to: '2026-01-02' }
  const page = await inTenant(us, (ctx) => listDepositPage(ctx, filter))
  expect(page).toMatchObject({ total: 1, page: 1, items: [{ stage: 'confirmed' }] })
})

test('a page whose offset no integer of Postgres holds is an empty page', async () => {
  const page = Number.MAX_SAFE_INTEGER
  for (const filter of [{ search: 'nothing' }, {}]) {
    const found = await inTenant(us, (ctx) => listDepositPage(ctx, { ...filter, page }))
    expect(found).toMatchObject({ page, items: [] })
  }
})

test('one of them is shown to its business alone', async () => {
  const [own] = (await inTenant(us, (ctx) => listDeposits(ctx, query({})))).items
  if (!own) throw new Error('there are deposits')
  expect(await inTenant(us, (ctx) => getDeposit(ctx, own.id))).toEqual(own)
  const [theirs] = await workerCtx().db.select().from(deposits).where(ne(deposits.businessId, us.businessId))
  for (const id of [v7(), theirs?.id ?? ''])
    await expect(inTenant(us, (ctx) => getDeposit(ctx, id))).rejects.toMatchObject({ code: 'not_found' })
})

test('a key sees what came into wallets its project may use', async () => {
  const key = { ...us, actor: { type: 'key', id: v7() } as const }
  expect(await unitsOf({}, key)).toHaveLength(4)
  await workerCtx()
    .db.update(wallets)
    .set({ boundProjectId: (await createTenant()).projectId })
  expect(await unitsOf({}, key)).toEqual([])
  const person = { ...us, actor: { type: 'user', id: v7(), name: 'Ada' } as const }
  expect(await unitsOf({}, person)).toHaveLength(4)
})
