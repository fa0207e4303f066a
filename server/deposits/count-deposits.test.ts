import { asc, desc, eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { deposits, wallets } from '@/db/schema'
import type { DepositFilter } from '@/schemas/deposits/contract'
import { DEPOSIT_STAGES } from '@/schemas/deposits/words'
import { inTenant, inWorker, type Tenant, workerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { createTenant } from '@/server/testing/create-tenant'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { createWallets } from '@/server/wallets/create-wallets'
import { listDepositPage } from './list-deposit-page'
import { listDeposits } from './list-deposits'

const TOKENS = [null, '0x036CbD53842c5426634e7929541eC2318f3dCF7e', '0x00000000000000000000000000000000000000A1']
const FIRST_DAY = Date.UTC(2026, 8, 1)
const row = fc.record({
  wallet: fc.nat(2),
  chainId: fc.constantFrom(84_532, 1),
  tokenAddress: fc.constantFrom(...TOKENS),
  stage: fc.constantFrom(...DEPOSIT_STAGES),
  at: fc.nat(4 * MS_PER_DAY),
})
const change = fc.record({ index: fc.nat(200), stage: fc.constantFrom(...DEPOSIT_STAGES), isGone: fc.boolean() })
const asked = fc.record(
  {
    wallet: fc.nat(2),
    chainId: fc.constantFrom(84_532, 1, 56),
    token: fc.constantFrom('native', ...TOKENS.filter((token) => token !== null)),
    stage: fc.constantFrom(...DEPOSIT_STAGES),
    from: fc.constantFrom('2026-09-01', '2026-09-02', '2026-09-04', '2026-09-02T07:30Z', '2026-09-03T00:00Z'),
    to: fc.constantFrom('2026-09-01', '2026-09-03', '2026-09-02T19:45Z', '2026-09-04T12:00Z', '2026-09-04T00:00Z'),
  },
  { requiredKeys: [] },
)

openDatabase()
let us: Tenant
let walletIds: string[]

beforeAll(async () => {
  us = await createTenant()
  await inTenantWithSeed(us, (ctx) => createWallets(ctx, { chainType: 'EVM', count: 3, purpose: 'TEST' }))
  const found = await workerCtx().db.select().from(wallets).orderBy(asc(wallets.addressIndex))
  walletIds = found.map(({ id }) => id)
})

type Row = typeof deposits.$inferSelect
type Requested = Omit<DepositFilter, 'page'>

/** A day counts whole, a minute is excluded. */
const tillOf = (to: string) => Date.parse(to) + (to.includes('T') ? 0 : MS_PER_DAY)

/** The result of the lists, computed the slow way. */
function matching(rows: readonly Row[], { walletId, chainId, token, stage, from, to }: Requested): string[] {
  const till = to === undefined ? Number.POSITIVE_INFINITY : tillOf(to)
  return rows
    .filter(
      (one) =>
        (walletId === undefined || one.walletId === walletId) &&
        (chainId === undefined || one.chainId === chainId) &&
        (token === undefined || (one.tokenAddress ?? 'native') === token) &&
        (stage === undefined || one.stage === stage) &&
        (from === undefined || one.createdAt.getTime() >= Date.parse(from)) &&
        one.createdAt.getTime() < till,
    )
    .map(({ id }) => id)
}

type Made = typeof row extends fc.Arbitrary<infer One> ? One : never

async function put(made: readonly Made[]): Promise<void> {
  const own = { businessId: us.businessId, symbol: 'X', decimals: 6, amountUnits: 1n, fromAddress: '0x1' }
  const rows = made.map(({ wallet, at, ...rest }) => ({
    ...{ ...own, walletId: walletIds[wallet] ?? '', txHash: v7(), blockNumber: 7n, blockHash: '0x2' },
    ...{ createdAt: new Date(FIRST_DAY + at), ...rest },
  }))
  if (rows.length > 0) await workerCtx().db.insert(deposits).values(rows)
}

/** Some change their stage, some go, at once and in several transactions. */
async function alter(changes: readonly { index: number; stage: Row['stage']; isGone: boolean }[]): Promise<void> {
  const rows = await workerCtx().db.select({ id: deposits.id }).from(deposits).orderBy(asc(deposits.id))
  const idOf = (index: number) => rows[index % Math.max(1, rows.length)]?.id ?? v7()
  await Promise.all(
    changes.map(({ index, stage, isGone }) =>
      inWorker(async ({ db }): Promise<void> => {
        if (isGone) await db.delete(deposits).where(eq(deposits.id, idOf(index)))
        else
          await db
            .update(deposits)
            .set({ stage })
            .where(inArray(deposits.id, [idOf(index)]))
      }),
    ),
  )
}

async function pagesOf(request: Requested): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const { items, total } = await inTenant(us, (ctx) => listDepositPage(ctx, { ...request, page }))
    ids.push(...items.map(({ id }) => id))
    if (items.length === 0) {
      expect(total).toBe(ids.length)
      return ids
    }
  }
}

async function behindCursors({ token, from, to, ...request }: Requested): Promise<string[]> {
  const ids: string[] = []
  const span = {
    ...(from ? { from: new Date(from).toISOString() } : {}),
    ...(to ? { to: new Date(tillOf(to)).toISOString() } : {}),
  }
  const query = { ...request, ...span, ...(token ? { tokenAddress: token } : {}), limit: 7 }
  for (let cursor: string | undefined; ; ) {
    const asking = cursor === undefined ? query : { ...query, cursor }
    const { items, pagination } = await inTenant(us, (ctx) => listDeposits(ctx, asking))
    ids.push(...items.map(({ id }) => id))
    if (pagination.nextCursor === null) return ids
    cursor = pagination.nextCursor
  }
}

test('a search finds the deposits of a hash, of a sender and into an own address', async () => {
  const [into] = await workerCtx()
    .db.select()
    .from(wallets)
    .where(eq(wallets.id, walletIds[0] ?? ''))
  const made = { wallet: 0, chainId: 84_532, tokenAddress: null, stage: 'confirmed', at: 0 } as const
  await put([made, { ...made, wallet: 1 }])
  const rows = await workerCtx().db.select().from(deposits)
  const txHash = `0x${'ab'.repeat(32)}`
  const fromAddress = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
  const [first = '', second = ''] = rows.map(({ id }) => id)
  await workerCtx().db.update(deposits).set({ txHash }).where(eq(deposits.id, first))
  await workerCtx().db.update(deposits).set({ fromAddress }).where(eq(deposits.id, second))
  const own = rows.filter(({ walletId }) => walletId === into?.id).map(({ id }) => id)
  expect(await pagesOf({ search: txHash.toUpperCase().replace('0X', '0x') })).toEqual([first])
  expect(await pagesOf({ search: fromAddress.toLowerCase() })).toEqual([second])
  expect(await pagesOf({ search: into?.address ?? '' })).toEqual(own)
  expect(await pagesOf({ search: second })).toEqual([second])
  expect(await pagesOf({ search: 'lagoon' })).toEqual([])
  await workerCtx().db.delete(deposits)
})

test('a period of minutes has a part of its first and last day', async () => {
  const hours = [7, 8, 20, 24 + 3, 48 + 1, 48 + 12]
  const made = { wallet: 0, chainId: 84_532, tokenAddress: null, stage: 'confirmed' } as const
  await put(hours.map((hour) => ({ ...made, at: hour * 3_600_000 })))
  const times = async (request: Requested) => (await pagesOf(request)).length
  expect(await times({ from: '2026-09-01T07:30Z' })).toBe(5)
  expect(await times({ to: '2026-09-01T08:00Z' })).toBe(1)
  expect(await times({ from: '2026-09-01T07:30Z', to: '2026-09-01T19:45Z' })).toBe(1)
  expect(await times({ from: '2026-09-01T21:00Z', to: '2026-09-03T12:00Z', stage: 'confirmed' })).toBe(2)
  expect(await times({ from: '2026-09-01T21:00Z', to: '2026-09-03' })).toBe(3)
  expect(await times({ from: '2026-09-01T21:00Z', to: '2026-09-01T22:00Z' })).toBe(0)
  await workerCtx().db.delete(deposits)
})

test('pages and their totals are those of the rows, whatever happened to them', async () => {
  const { db } = workerCtx()
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 60 }),
      fc.array(change, { maxLength: 12 }),
      fc.array(asked, { minLength: 3, maxLength: 5 }),
      async (made, changes, questions) => {
        await put(made)
        await alter(changes)
        const rows = await db.select().from(deposits).orderBy(desc(deposits.createdAt), desc(deposits.id))
        for (const { wallet, ...rest } of questions) {
          const walletId = wallet === undefined ? undefined : walletIds[wallet]
          const request = { ...rest, ...(walletId ? { walletId } : {}) }
          const ids = matching(rows, request)
          expect(await pagesOf(request)).toEqual(ids)
          expect(await behindCursors(request)).toEqual(ids)
        }
      },
    ),
    propertyRuns(5, 50),
  )
})
