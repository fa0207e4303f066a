import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { policies, tokenOperations, tokenSteps } from '@/db/schema'
import { inTenant, workerCtx } from '@/server/ctx'
import { listenForChanges } from '@/server/database/listen-for-changes'
import { MS_PER_DAY } from '@/server/durations'
import { createTenant } from '@/server/testing/create-tenant'
import { fillTokens } from '@/server/testing/fill-tokens'
import { openDatabase } from '@/server/testing/open-database'
import { byProof } from '@/server/testing/proof'
import { enforcePolicy } from './enforce-policy'
import { dollars, RECIPIENT, spendingProject } from './spending-project.test-data'
import { sumSpent, sumSpentParts } from './sum-spent'

const OTHER_RECIPIENT = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

openDatabase()
let project: Awaited<ReturnType<typeof spendingProject>>

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
const spent = (projectId: string | null = project.tenant.projectId) =>
  inTenant(project.tenant, (ctx) => sumSpent({ ...ctx, projectId }, { except: null }))
const further = () => spendingProject({ businessId: project.tenant.businessId })

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

const AT_ONCE = byProof(30, 100)

test(`lets exactly 10 of ${AT_ONCE} spends at once pass a limit for 10`, async () => {
  await project.setPolicy({ dailyMicros: dollars(100) })
  const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => project.spend(dollars(10))))
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused).toHaveLength(AT_ONCE - 10)
  for (const error of refused) {
    expect(error).toMatchObject({
      code: 'failed',
      message: expect.stringContaining('brings the last 24 hours to $110.00'),
    })
  }
  expect(await spent()).toBe(dollars(100))
})

test(`through two projects at once, exactly 10 of ${AT_ONCE} spends pass a limit of their business for 10`, async () => {
  const other = await further()
  await project.setPolicy({ projectId: null, dailyMicros: dollars(100) })
  const outcomes = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, (_, index) => (index % 2 ? project : other).spend(dollars(10))),
  )
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused).toHaveLength(AT_ONCE - 10)
  for (const error of refused) {
    expect(error).toMatchObject({
      code: 'failed',
      message: expect.stringMatching(/^Business policy: .* brings the last 24 hours to \$110\.00/),
    })
  }
  expect(await spent(null)).toBe(dollars(100))
})

test('judges by both policies, whichever is the stricter', async () => {
  const other = await further()
  await project.setPolicy({ projectId: null, perTransactionMicros: dollars(50), dailyMicros: dollars(100) })
  await project.setPolicy({ perTransactionMicros: dollars(80), dailyMicros: dollars(60) })
  await expect(project.spend(dollars(51))).rejects.toThrow('Business policy: the transfer of $51.00 is above the limit')
  await project.spend(dollars(50))
  await expect(project.spend(dollars(11))).rejects.toThrow(/^Policy: .* to \$61\.00, above the limit of \$60\.00/)
  await other.spend(dollars(40))
  await expect(other.spend(dollars(11))).rejects.toThrow(/^Business policy: .* to \$101\.00, above the limit of \$100/)
  await expect(project.spend(dollars(11))).rejects.toThrow('Business policy: ')
  await project.spend(dollars(10))
  await project.setPolicy({ projectId: null, isActive: false })
  await expect(project.spend(dollars(1))).rejects.toThrow(/^Policy: /)
  await other.spend(dollars(1_000))
})

test('recipients, methods and thresholds of the business hold in each of its projects', async () => {
  const other = await further()
  const allowedRecipients = [{ address: OTHER_RECIPIENT, label: '' }]
  await project.setPolicy({ projectId: null, allowedRecipients })
  await expect(other.spend(dollars(1))).rejects.toThrow(`Business policy: ${RECIPIENT} is not an allowed recipient`)
  await project.setPolicy({ allowedRecipients: [{ address: RECIPIENT, label: '' }] })
  await expect(project.spend(dollars(1))).rejects.toThrow('Business policy: ')
  await project.setPolicy({ projectId: null, allowedRecipients: null, approvalAboveMicros: dollars(5) })
  await project.setPolicy({ approvalAboveMicros: dollars(7) })
  expect(await other.spend(dollars(6))).toEqual({ approval: { reason: 'Business policy: $6.00 is above $5.00' } })
  expect(await project.spend(dollars(6))).toEqual({ approval: { reason: 'Business policy: $6.00 is above $5.00' } })
  expect(await project.spend(dollars(8))).toEqual({
    approval: { reason: 'Business policy: $8.00 is above $5.00; $8.00 is above $7.00' },
  })
  await project.setPolicy({ projectId: null, approvalAboveMicros: null })
  expect(await project.spend(dollars(8))).toEqual({ approval: { reason: '$8.00 is above $7.00' } })
})

test('a business has one policy of its own, and each of its projects one', async () => {
  await project.setPolicy({ projectId: null, dailyMicros: dollars(1) })
  await project.setPolicy({ dailyMicros: dollars(2) })
  const { businessId, projectId } = project.tenant
  for (const second of [null, projectId]) {
    const insert = inTenant(project.tenant, ({ db }) =>
      db.insert(policies).values({ businessId, projectId: second, updatedBy: 'test' }),
    )
    await expect(insert).rejects.toMatchObject({ cause: { constraint_name: 'policies_scope_key' } })
  }
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

test('rules that cannot be read allow nothing', async () => {
  const broken = sql`'[{"label": "no address"}]'::jsonb`
  await project.setPolicy({ allowedRecipients: [] })
  const { projectId } = project.tenant
  await workerCtx().db.update(policies).set({ allowedRecipients: broken }).where(eq(policies.projectId, projectId))
  await expect(project.spend(dollars(1))).rejects.toThrow('cannot be read')
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

test('what counts on mainnets is split into own tokens and the money of their payouts', async () => {
  const { tenant } = project
  const ofToken = { type: 'TOKEN_OPERATION', chainId: 8_453, network: 'MAINNET' } as const
  await inTenant(tenant, async (ctx) => {
    await project.insertRow(ctx, { valueUsdMicros: dollars(1) })
    await project.insertRow(ctx, { ...ofToken, type: 'TRANSFER', valueUsdMicros: dollars(2) })
  })
  const [mint, funding] = await inTenant(tenant, async (ctx) => [
    await project.insertRow(ctx, { ...ofToken, valueUsdMicros: dollars(4) }),
    await project.insertRow(ctx, { ...ofToken, valueUsdMicros: dollars(8) }),
  ])
  const { db } = workerCtx()
  const { tokenId, couponId } = await fillTokens(workerCtx(), { ...tenant, walletId: project.wallet.id })
  for (const [transactionId, kind, paid] of [
    [mint, 'MINT', null],
    [funding, 'PAY_COUPON', couponId],
  ] as const) {
    const operationId = v7()
    const { businessId, projectId } = tenant
    await db
      .insert(tokenOperations)
      .values({ id: operationId, businessId, projectId, tokenId, kind, payoutId: paid, createdBy: 'test' })
    await db.insert(tokenSteps).values({
      ...{ businessId, operationId, transactionId, wave: 0, number: 0 },
      ...{ fromAddress: RECIPIENT, toAddress: RECIPIENT, callData: '0x' },
    })
  }
  const sumsOf = await inTenant(tenant, (ctx) => sumSpentParts({ ...ctx, projectId: tenant.projectId }))
  expect(sumsOf).toEqual({
    ...{ totalMicros: dollars(15), testnetMicros: dollars(1) },
    ...{ tokenMicros: dollars(4), payoutMicros: dollars(8) },
  })
  // The limit counts all of it.
  expect(await spent()).toBe(dollars(15))
})
