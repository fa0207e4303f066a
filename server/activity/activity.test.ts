import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import {
  activityCounts,
  deposits,
  requestLog,
  transactions,
  wallets,
  webhookAttempts,
  webhookMessages,
} from '@/db/schema'
import { inTenant, inTenantReading, inWorker, type Tenant, workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { first } from '@/server/testing/first'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { transferRow } from '@/server/testing/transfer-row'
import { addWallets } from '@/server/wallets/add-wallets'
import { aggregateActivity, pruneActivity } from './aggregate-activity'
import { getMoney } from './get-money'
import { getDeliveries, getRequests } from './get-rates'

openDatabase()

const HOUR = 3_600_000
type World = Tenant & { projectId: string; walletId: string; address: string }

async function newWorld(): Promise<World> {
  const tenant = await createTenant()
  const { id, address } = await inTenantWithSeed(tenant, async (ctx) => {
    await addWallets(ctx, { chainType: 'EVM', purpose: 'TEST', count: 1 })
    return first(await ctx.db.select().from(wallets))
  })
  return { ...tenant, walletId: id, address }
}

let world: World
beforeAll(async () => {
  world = await newWorld()
})

const ago = (hours: number) => new Date(Date.now() - hours * HOUR)

/** A pending transfer, ended in a statement of its own, and charged in a third one. */
async function transfer(of: World, { isOk = true, valueUsdMicros = 5n, feeMicros = 2n, hours = 1, type = 'TRANSFER' }) {
  const id = newId()
  const kind = type === 'TRANSFER' ? ('TRANSFER' as const) : ('TOKEN_OPERATION' as const)
  await inTenant(of, ({ db }) =>
    db.insert(transactions).values({ ...transferRow(of), type: kind, id, valueUsdMicros, createdAt: ago(hours) }),
  )
  const own = eq(transactions.id, id)
  const ended = { status: isOk ? 'COMPLETED' : 'FAILED', stage: 'final', finalAt: ago(hours) } as const
  await inWorker(({ db }) => db.update(transactions).set(ended).where(own))
  await inWorker(({ db }) => db.update(transactions).set({ feeChargedMicros: feeMicros }).where(own))
  return id
}

/** Transfers of which one statement ends all, and a second one ends the first again, in another way. */
async function transfersTogether(of: World, { isOks, hours = 1 }: { isOks: readonly boolean[]; hours?: number }) {
  const rows = isOks.map((isOk) => ({ ...transferRow(of), id: newId(), valueUsdMicros: isOk ? 5n : 6n }))
  const [again] = rows
  await inTenant(of, ({ db }) => db.insert(transactions).values(rows.map((row) => ({ ...row, createdAt: ago(hours) }))))
  const status = sql`case when ${transactions.valueUsdMicros} = 5 then 'COMPLETED' else 'FAILED' end`
  const ids = rows.map(({ id }) => id)
  await inWorker(({ db }) =>
    db
      .update(transactions)
      .set({ status, stage: 'final', finalAt: ago(hours), feeChargedMicros: 2n })
      .where(inArray(transactions.id, ids)),
  )
  if (again)
    await inWorker(({ db }) =>
      db
        .update(transactions)
        .set({ status: 'FAILED', finalAt: ago(hours + 2) })
        .where(eq(transactions.id, again.id)),
    )
}

async function deposit(
  of: World,
  { stages = ['seen', 'confirmed'] as readonly ('seen' | 'confirmed' | 'reverted')[], hours = 1 },
) {
  const id = newId()
  const [stage = 'seen', ...later] = stages
  await inWorker(({ db }) =>
    db.insert(deposits).values({
      ...{ id, businessId: of.businessId, projectId: of.projectId, walletId: of.walletId, chainId: 84_532, stage },
      ...{ symbol: 'ETH', decimals: 18, amountUnits: 1n, valueUsdMicros: 7n, fromAddress: 'x', txHash: randomUUID() },
      ...{ blockNumber: 1n, blockHash: randomUUID(), createdAt: ago(hours) },
    }),
  )
  for (const next of later) {
    const change = { stage: next, ...(next === 'confirmed' && { confirmedAt: ago(hours) }) }
    await inWorker(({ db }) => db.update(deposits).set(change).where(eq(deposits.id, id)))
  }
}

function request(of: World, { status = 200, durationMs = 12, hours = 1 }) {
  const { businessId, projectId } = of
  const row = { id: newId(), businessId, projectId, method: 'GET', path: '/v1/x', status, durationMs }
  return inWorker(({ db }) => db.insert(requestLog).values({ ...row, createdAt: ago(hours) }))
}

async function delivery(of: World, { error = null as string | null, url = 'https://a.example/hook', hours = 1 }) {
  const { businessId, projectId } = of
  const reported = { source: 'test', sourceId: newId(), kind: 'wallet.transfer.completed', body: '{}' } as const
  await inWorker(async ({ db }) => {
    const row = { businessId, projectId, url, ...reported, status: 'delivered' as const }
    const message = first(await db.insert(webhookMessages).values(row).returning())
    const attempt = { businessId, messageId: message.id, number: 1, latencyMs: 40, signedWith: 'project' } as const
    await db.insert(webhookAttempts).values({ ...attempt, error, requestHeaders: {}, createdAt: ago(hours) })
  })
}

/** The sums that charts are made of, steps of duration aside. */
async function counted({ businessId }: World): Promise<string[]> {
  const rows = await workerCtx().db.select().from(activityCounts).where(eq(activityCounts.businessId, businessId))
  return sums(rows.map((row) => ({ ...row, at: row.hour.getTime(), micros: row.usdMicros })))
}

type Sum = { at: number; series: string; label: string; isOk: boolean; n: number; micros: bigint }

function sums(all: readonly Sum[]): string[] {
  const found = new Map<string, { n: number; micros: bigint }>()
  for (const { at, series, label, isOk, n, micros } of all) {
    const key = `${at} ${series} ${label} ${isOk}`
    const before = found.get(key) ?? { n: 0, micros: 0n }
    found.set(key, { n: before.n + n, micros: before.micros + micros })
  }
  const shown = [...found].filter(([, { n, micros }]) => n !== 0 || micros !== 0n)
  return shown.map(([key, { n, micros }]) => `${key} ${n} ${micros}`).toSorted()
}

/** The counts from the rows themselves. */
async function raw({ businessId }: World): Promise<string[]> {
  const { db } = workerCtx()
  const hourOf = (date: Date) => Math.floor(date.getTime() / HOUR) * HOUR
  const ended = await db.select().from(transactions).where(eq(transactions.businessId, businessId))
  const received = await db.select().from(deposits).where(eq(deposits.businessId, businessId))
  const calls = await db.select().from(requestLog).where(eq(requestLog.businessId, businessId))
  const tried = await db
    .select({ attempt: webhookAttempts, url: webhookMessages.url })
    .from(webhookAttempts)
    .innerJoin(webhookMessages, eq(webhookMessages.id, webhookAttempts.messageId))
    .where(eq(webhookAttempts.businessId, businessId))
  return sums([
    ...ended.flatMap((row): Sum[] => {
      if (row.status === 'PENDING') return []
      const base = { at: hourOf(row.finalAt ?? row.createdAt), label: row.network, n: 1 }
      const isOk = row.status === 'COMPLETED'
      const moved = isOk && row.type === 'TRANSFER' ? (row.valueUsdMicros ?? 0n) : 0n
      const fee = row.feeChargedMicros ?? 0n
      const charged = fee > 0n ? [{ ...base, series: 'fee', isOk: true, micros: fee }] : []
      return [{ ...base, series: 'transaction', isOk, micros: moved }, ...charged]
    }),
    ...received.flatMap((row): Sum[] => {
      if (row.stage !== 'confirmed') return []
      const at = hourOf(row.confirmedAt ?? row.createdAt)
      return [{ at, series: 'deposit', label: 'TESTNET', isOk: true, n: 1, micros: row.valueUsdMicros ?? 0n }]
    }),
    ...calls.map((row) => {
      const [at, label] = [hourOf(row.createdAt), String(row.status)]
      return { at, series: 'request', label, isOk: row.status < 400, n: 1, micros: 0n }
    }),
    ...tried.map(({ attempt, url }) => {
      const [at, label] = [hourOf(attempt.createdAt), new URL(url).host]
      return { at, series: 'delivery', label, isOk: attempt.error === null, n: 1, micros: 0n }
    }),
  ])
}

const hours = fc.integer({ min: 0, max: 3 })
const mutations = fc.oneof(
  fc.record({
    act: fc.constant('transfer' as const),
    isOk: fc.boolean(),
    type: fc.constantFrom('TRANSFER', 'TOKEN_OPERATION'),
    hours,
  }),
  fc.record({
    act: fc.constant('together' as const),
    isOks: fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
    hours,
  }),
  fc.record({
    act: fc.constant('deposit' as const),
    stages: fc.constantFrom(['seen'] as const, ['seen', 'confirmed'] as const, ['confirmed', 'reverted'] as const),
    hours,
  }),
  fc.record({ act: fc.constant('request' as const), status: fc.constantFrom(200, 422, 500), hours }),
  fc.record({ act: fc.constant('delivery' as const), error: fc.constantFrom(null, 'refused'), hours }),
  fc.record({ act: fc.constant('fold' as const) }),
  fc.record({ act: fc.constant('rebuild' as const) }),
)

async function rebuild({ since, until }: { since: Date; until: Date }): Promise<void> {
  const hours = sql`${since.toISOString()}::timestamptz, ${until.toISOString()}::timestamptz`
  await workerCtx().db.execute(sql`select rebuild_activity(${hours})`)
}

test('under writers, folding and rebuilding at once the counts equal the sums over the rows', async () => {
  const all = { since: ago(100), until: ago(-100) }
  await fc.assert(
    fc.asyncProperty(fc.array(mutations, { minLength: 6, maxLength: 14 }), async (given) => {
      await Promise.all(
        given.map((one) => {
          if (one.act === 'transfer') return transfer(world, one)
          if (one.act === 'together') return transfersTogether(world, one)
          if (one.act === 'deposit') return deposit(world, one)
          if (one.act === 'request') return request(world, one)
          if (one.act === 'delivery') return delivery(world, one)
          return one.act === 'fold' ? aggregateActivity(workerCtx()) : rebuild(all)
        }),
      )
      expect(await counted(world)).toEqual(await raw(world))
    }),
    propertyRuns(4, 60),
  )
  const before = await counted(world)
  await aggregateActivity(workerCtx())
  await rebuild(all)
  expect(await counted(world)).toEqual(before)
  const isLeft = and(eq(activityCounts.businessId, world.businessId), eq(activityCounts.isFolded, false))
  expect(await workerCtx().db.$count(activityCounts, isLeft)).toBe(0)
})

test('charts show sums, percentiles, failures by status and destination, and how long the balance lasts', async () => {
  const own = await newWorld()
  await transfer(own, { valueUsdMicros: 2_500_000n, feeMicros: 140_000n, hours: 0 })
  await transfer(own, { isOk: false, feeMicros: 0n, hours: 0 })
  await deposit(own, { hours: 0 })
  for (const [status, durationMs] of [
    [200, 10],
    [200, 20],
    [422, 900],
  ] as const) {
    await request(own, { status, durationMs, hours: 0 })
  }
  await delivery(own, { hours: 0 })
  await delivery(own, { hours: 0, error: 'refused', url: 'https://b.example/hook' })
  const ask = <T>(work: (ctx: Parameters<typeof getRequests>[0]) => Promise<T>) =>
    inTenantReading(own, (ctx) => work({ ...ctx, projectId: own.projectId }))
  const money = await ask((ctx) => getMoney({ ...ctx, wanted: null }, { days: '7' }))
  expect(money).toMatchObject({ network: 'TESTNET', step: 'day', forecast: null })
  expect(money.totals).toEqual({ inUsd: '0.000007', outUsd: '2.50', feesUsd: '0.14', completed: 1, failed: 1 })
  expect(money.points).toHaveLength(7)
  expect(money.points.at(-1)).toMatchObject({ outUsd: '2.50' })
  const calls = await ask((ctx) => getRequests(ctx, { days: '1' }))
  expect(calls.totals).toMatchObject({ ok: 2, failed: 1 })
  expect(calls.totals.p50Ms).toBeGreaterThanOrEqual(20)
  expect(calls.totals.p95Ms).toBeGreaterThanOrEqual(900)
  expect(calls.byStatus).toEqual([{ status: '422', n: 1 }])
  const { byDestination } = await ask((ctx) => getDeliveries(ctx, { days: '1' }))
  expect(byDestination.map(({ name, ok, failed }) => [name, ok, failed])).toEqual([
    ['b.example', 0, 1],
    ['a.example', 1, 0],
  ])
})

test('a business sees no counts of another and writes none', async () => {
  const stranger = await newWorld()
  const seen = await inTenantReading(stranger, ({ db }) => db.select().from(activityCounts))
  expect(seen).toEqual([])
  const row = { businessId: stranger.businessId, projectId: stranger.projectId, hour: ago(0), series: 'fee' } as const
  const write = inTenant(stranger, ({ db }) =>
    db.insert(activityCounts).values({ ...row, label: 'MAINNET', isOk: true, bucket: -1, n: 1 }),
  )
  await expect(write).rejects.toThrow()
})

test('hours that no chart shows go', async () => {
  const own = await newWorld()
  await request(own, { hours: 24 * 401 })
  expect(await counted(own)).toHaveLength(1)
  await pruneActivity(workerCtx())
  expect(await counted(own)).toEqual([])
})
