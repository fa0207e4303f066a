import { expect, test } from 'vitest'
import { inTenantReading, workerCtx } from '@/server/ctx'
import { credit } from '@/server/ledger/ledger.test-data'
import { listNotices } from '@/server/notices/list-notices'
import { watchNotices } from '@/server/notices/watch-notices'
import { openDatabase } from '@/server/testing/open-database'
import { newWorld, transfer, type World } from './activity-world.test-data'
import { getMoney } from './get-money'

openDatabase()

const HOURS_PER_DAY = 24
const DOLLAR = 1_000_000n

async function forecast(own: World) {
  const money = await inTenantReading(own, (ctx) =>
    getMoney({ ...ctx, projectId: own.projectId, requestedNetwork: 'MAINNET' }, { days: '7' }),
  )
  return money.forecast
}

async function lowTexts(own: World): Promise<string[]> {
  await watchNotices(workerCtx())
  const { items } = await inTenantReading(own, (ctx) =>
    listNotices({ ...ctx, projectId: own.projectId, isOwner: true }),
  )
  return items.filter(({ kind }) => kind === 'balance_low').map(({ detail }) => detail)
}

test('the forecast divides by the days since the first charge, up to two weeks', async () => {
  const own = await newWorld()
  await credit(own, 100n * DOLLAR)
  await transfer(own, { feeMicros: 8n * DOLLAR, hours: 0 })
  expect(await forecast(own)).toBeNull()
  await transfer(own, { feeMicros: 22n * DOLLAR, hours: 3 * HOURS_PER_DAY })
  // 30 dollars in three days, and some minutes of the hour of the first charge.
  const early = await forecast(own)
  expect(Number(early?.perDayUsd)).toBeGreaterThan(9.8)
  expect(Number(early?.perDayUsd)).toBeLessThanOrEqual(10)
  expect(early).toMatchObject({ days: 3, daysLeft: 10 })
  await transfer(own, { feeMicros: 500n * DOLLAR, hours: 20 * HOURS_PER_DAY })
  expect((await forecast(own))?.days).toBe(14)
  expect(Number((await forecast(own))?.perDayUsd)).toBeCloseTo(30 / 14, 1)
})

test('a balance is low by the same pace', async () => {
  const own = await newWorld()
  await credit(own, 65n * DOLLAR)
  await transfer(own, { feeMicros: 30n * DOLLAR, hours: 1 })
  expect(await lowTexts(own)).toEqual([])
  await transfer(own, { feeMicros: 1n, hours: 3 * HOURS_PER_DAY })
  expect(await lowTexts(own)).toEqual([
    'At the pace of the last 3 days it lasts 6 more days. It pays the gas of mainnet transactions.',
  ])
})

test('the forecast is of mainnet gas, and shown with mainnets alone', async () => {
  const own = await newWorld()
  await credit(own, 100n * DOLLAR)
  await transfer(own, { feeMicros: 8n * DOLLAR, hours: 3 * HOURS_PER_DAY })
  const read = (requestedNetwork: 'MAINNET' | 'TESTNET') =>
    inTenantReading(own, (ctx) => getMoney({ ...ctx, projectId: own.projectId, requestedNetwork }, { days: '7' }))
  expect((await read('MAINNET')).forecast).not.toBeNull()
  expect((await read('TESTNET')).forecast).toBeNull()
})
