import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { policies } from '@/db/schema'
import { createTenant, testDatabase } from '@/db/testing'
import { inTenant } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { listenForChanges } from '@/server/listen-for-changes'
import { enforcePolicy } from './enforce-policy'
import { dollars, RECIPIENT, spendingProject } from './spending-project.test-data'
import { sumSpent } from './sum-spent'

let database: Awaited<ReturnType<typeof testDatabase>>
let project: Awaited<ReturnType<typeof spendingProject>>

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  project = await spendingProject()
})

const transfer = (valueUsdMicros: bigint | null) => ({
  transactionId: v7(),
  toAddress: RECIPIENT,
  contract: null,
  selector: null,
  valueUsdMicros,
})
const spent = () =>
  inTenant(project.tenant, (ctx) => sumSpent({ ...ctx, projectId: project.tenant.projectId }, { except: null }))

test('asks for nothing without a policy, and without an active one', async () => {
  expect(await project.spend(null)).toEqual({ approval: null })
  await project.setPolicy({ perTransactionMicros: 0n, isActive: false })
  expect(await project.spend(dollars(1_000))).toEqual({ approval: null })
})

test('refuses above the limit per transaction and writes no row', async () => {
  await project.setPolicy({ perTransactionMicros: dollars(100) })
  await project.spend(dollars(100))
  await expect(project.spend(dollars(120))).rejects.toMatchObject({
    code: 'failed',
    message: 'Policy: the transfer of $120.00 is above the limit of $100.00 per transaction',
  })
  expect(await spent()).toBe(dollars(100))
})

test('counts the last 24 hours and not what failed or lies before', async () => {
  await project.setPolicy({ dailyMicros: dollars(100) })
  await inTenant(project.tenant, async (ctx) => {
    const aDayAgo = ctx.now().getTime() - MS_PER_DAY
    await project.insertRow(ctx, { valueUsdMicros: dollars(60), createdAt: new Date(aDayAgo + 60_000) })
    await project.insertRow(ctx, { valueUsdMicros: dollars(70), createdAt: new Date(aDayAgo - 1) })
    await project.insertRow(ctx, { valueUsdMicros: dollars(80), status: 'FAILED' })
    await project.insertRow(ctx, { valueUsdMicros: null })
  })
  await project.spend(dollars(40))
  await expect(project.spend(1n)).rejects.toThrow(
    'Policy: the transfer of $0.000001 brings the last 24 hours to $100.000001, above the limit of $100.00',
  )
})

test('lets exactly 10 of 100 spends at once pass a limit for 10', async () => {
  await project.setPolicy({ dailyMicros: dollars(100) })
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => project.spend(dollars(10))))
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused).toHaveLength(90)
  for (const error of refused) {
    expect(error).toMatchObject({
      code: 'failed',
      message: expect.stringContaining('brings the last 24 hours to $110.00'),
    })
  }
  expect(await spent()).toBe(dollars(100))
})

test('asks for a second person above the threshold', async () => {
  await project.setPolicy({ approvalAboveMicros: dollars(50) })
  expect(await project.spend(dollars(50))).toEqual({ approval: null })
  expect(await project.spend(dollars(51))).toEqual({ approval: { reason: '$51.00 is above $50.00' } })
  expect(await project.spend(null)).toEqual({ approval: { reason: 'The asset has no price in USD' } })
})

test('refuses an asset without a price where there are limits in USD', async () => {
  await project.setPolicy({ dailyMicros: dollars(50) })
  await expect(project.spend(null)).rejects.toThrow('Policy: the asset has no price in USD now')
})

test("is blind to another business's policy and spending", async () => {
  await project.setPolicy({ dailyMicros: dollars(10) })
  await project.spend(dollars(10))
  const other = await createTenant()
  expect(await inTenant(other, (ctx) => enforcePolicy(ctx, transfer(dollars(99))))).toEqual({ approval: null })
  const forged = { ...other, projectId: project.tenant.projectId }
  expect(await inTenant(forged, (ctx) => enforcePolicy(ctx, transfer(dollars(99))))).toEqual({ approval: null })
})

test('costs no statement without a policy', async () => {
  await project.spend(dollars(1))
  const statements = await inTenant(project.tenant, async (ctx) => {
    let sent = 0
    const db = new Proxy(ctx.db, {
      get: (target, name) => {
        sent += 1
        return Reflect.get(target, name)
      },
    })
    await enforcePolicy({ ...ctx, db }, transfer(1n))
    return sent
  })
  expect(statements).toBe(0)
})

test('is announced to processes that remember having seen no policy', async () => {
  const stop = await listenForChanges()
  await project.spend(dollars(2))
  const { businessId, projectId } = project.tenant
  await inTenant(project.tenant, ({ db }) =>
    db.insert(policies).values({ businessId, projectId, updatedBy: 'test', perTransactionMicros: dollars(1) }),
  )
  await expect.poll(() => project.spend(dollars(2)).catch((error: Error) => error.message)).toMatch('Policy: ')
  await stop()
})
