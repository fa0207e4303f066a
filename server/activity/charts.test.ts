import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { activityCounts, projects } from '@/db/schema'
import { inTenant, inTenantReading, inWorker } from '@/server/ctx'
import { destinationRows } from '@/server/testing/destination-rows'
import { openDatabase } from '@/server/testing/open-database'
import { ago, delivery, deposit, newToken, newWorld, payout, request, transfer } from './activity-world.test-data'
import { getMoney } from './get-money'
import { getOperations } from './get-operations'
import { getDeliveries, getRequests } from './get-rates'
import { periodBefore } from './read-counts'

openDatabase()
afterEach(() => vi.useRealTimers())

test('charts show sums, percentiles, failures by status and destination, and how long the balance lasts', async () => {
  // Stops the clock, so that all of it is of one day.
  vi.useFakeTimers({ toFake: ['Date'] })
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
  const rows = destinationRows(own)
  const [destinationId, subscriptionId] = [await rows.webhookEndpoint(), await rows.subscription()]
  await delivery(own, { hours: 0, error: 'refused', url: 'https://b.example/hook' })
  await delivery(own, { hours: 0, destinationId })
  for (const error of ['refused', 'refused']) await delivery(own, { hours: 0, error, destinationId: subscriptionId })
  const ask = <T>(work: (ctx: Parameters<typeof getRequests>[0]) => Promise<T>) =>
    inTenantReading(own, (ctx) => work({ ...ctx, projectId: own.projectId }))
  const money = await ask((ctx) => getMoney({ ...ctx, requestedNetwork: null }, { days: '7' }))
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
  expect(byDestination).toEqual([
    { id: subscriptionId, kind: 'subscription', name: 'https://x.example', ok: 0, failed: 2 },
    { id: 'b.example', kind: 'host', name: 'b.example', ok: 0, failed: 1 },
    ...[destinationId, 'a.example'].toSorted().map((id) => expect.objectContaining({ id, ok: 1, failed: 0 })),
  ])
  expect(byDestination).toContainEqual({
    id: destinationId,
    kind: 'endpoint',
    name: 'https://x.example',
    ok: 1,
    failed: 0,
  })
})

test('money out is what went to others: no own wallet, approval or own token, but coupons', async () => {
  const own = await newWorld()
  const { contractAddress } = await newToken(own)
  await transfer(own, { valueUsdMicros: 1_000_000n, move: 'transfer' })
  await transfer(own, { valueUsdMicros: 2_000_000n, move: 'tokenTransfer' })
  await transfer(own, { valueUsdMicros: 4_000_000n, move: 'transfer', to: 'own' })
  await transfer(own, { valueUsdMicros: 8_000_000n, move: 'tokenTransfer', to: 'own' })
  await transfer(own, { valueUsdMicros: 16_000_000n, move: 'approval' })
  await transfer(own, { valueUsdMicros: 32_000_000n, move: 'tokenOperation' })
  // 10 and 20 units of a payment token at 1.50 USD.
  await payout(own, { amountUnits: 10_000_000n })
  await payout(own, { amountUnits: 20_000_000n, to: 'own' })
  await deposit(own, {})
  await deposit(own, { fromAddress: contractAddress })
  const { totals } = await inTenantReading(own, (ctx) =>
    getMoney({ ...ctx, projectId: own.projectId, requestedNetwork: null }, { days: '7' }),
  )
  expect(totals).toEqual({ inUsd: '0.000007', outUsd: '18.00', feesUsd: '0.000012', completed: 6, failed: 0 })
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

const HOURS_PER_DAY = 24

test('totals come with those of the period before, unless the project is newer than that period', async () => {
  const own = await newWorld()
  const inDays = (days: number) => HOURS_PER_DAY * days
  const read = (days: '1' | '7') =>
    inTenantReading(own, (ctx) => getMoney({ ...ctx, projectId: own.projectId, requestedNetwork: null }, { days }))
  expect((await read('7')).before).toBeNull()
  const age = (days: number) =>
    inWorker(({ db }) =>
      db
        .update(projects)
        .set({ createdAt: ago(inDays(days)) })
        .where(eq(projects.id, own.projectId)),
    )
  await age(13)
  expect((await read('7')).before).toBeNull()
  await age(15)
  expect((await read('7')).before).toEqual({ inUsd: '0.00', outUsd: '0.00', feesUsd: '0.00', completed: 0, failed: 0 })
  await transfer(own, { valueUsdMicros: 2_000_000n, feeMicros: 0n, hours: inDays(3) })
  await transfer(own, { valueUsdMicros: 5_000_000n, feeMicros: 0n, hours: inDays(8) })
  await transfer(own, { isOk: false, valueUsdMicros: 9_000_000n, feeMicros: 0n, hours: inDays(9) })
  // Before the period before.
  await transfer(own, { valueUsdMicros: 7_000_000n, feeMicros: 0n, hours: inDays(15) })
  const { totals, before } = await read('7')
  expect(totals).toMatchObject({ outUsd: '2.00', completed: 1, failed: 0 })
  expect(before).toMatchObject({ outUsd: '5.00', completed: 1, failed: 1 })
  expect((await read('1')).before).toMatchObject({ outUsd: '0.00', completed: 0 })
})

test('the period before ends at the hour that corresponds to the present one', () => {
  const now = new Date('2026-11-21T10:20:00Z')
  const at = (iso: string) => Date.parse(iso)
  expect(periodBefore('7', now)).toEqual({ since: at('2026-11-08T00:00:00Z'), until: at('2026-11-14T11:00:00Z') })
  expect(periodBefore('1', now)).toEqual({ since: at('2026-11-19T11:00:00Z'), until: at('2026-11-20T11:00:00Z') })
})

test('operations are listed with their outcomes by step, those with most failures first', async () => {
  const own = await newWorld()
  const stranger = await newWorld()
  const call = (operation: string, status: number, durationMs = 10) =>
    request(own, { operation, status, durationMs, hours: 0 })
  await call('GET /v1/wallets', 200)
  await call('GET /v1/wallets', 200)
  await call('POST /v1/tokens', 422, 900)
  await request(own, { status: 404, hours: HOURS_PER_DAY * 2 })
  const read = (of: typeof own) =>
    inTenantReading(of, (ctx) => getOperations({ ...ctx, projectId: of.projectId }, { days: '7' }))
  const { steps, operations, more } = await read(own)
  expect([steps.length, more]).toEqual([7, 0])
  expect(operations.map(({ operation, ok, failed }) => [operation, ok, failed])).toEqual([
    ['POST /v1/tokens', 0, 1],
    ['unknown', 0, 1],
    ['GET /v1/wallets', 2, 0],
  ])
  expect(operations[0]?.p95Ms).toBeGreaterThanOrEqual(900)
  expect(operations.map(({ cells }) => cells.map((cell) => cell.ok + cell.failed))).toEqual([
    [0, 0, 0, 0, 0, 0, 1],
    [0, 0, 0, 0, 1, 0, 0],
    [0, 0, 0, 0, 0, 0, 2],
  ])
  expect((await read(stranger)).operations).toEqual([])
})
