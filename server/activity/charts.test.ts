import { expect, test } from 'vitest'
import { activityCounts } from '@/db/schema'
import { inTenant, inTenantReading } from '@/server/ctx'
import { openDatabase } from '@/server/testing/open-database'
import { ago, delivery, deposit, newWorld, request, transfer } from './activity-world.test-data'
import { getMoney } from './get-money'
import { getDeliveries, getRequests } from './get-rates'

openDatabase()

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
