import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { approvals, policies, tokenSteps, transactions, users } from '@/db/schema'
import { operationView } from '@/schemas/tokens/operations/contract'
import { yieldView } from '@/schemas/tokens/payouts/contract'
import { approve, reject } from '@/server/approvals/approvals.test-data'
import { expireApprovals } from '@/server/approvals/expire-approvals'
import { forgetCaches } from '@/server/changing-cache'
import { inOperator, inTenant, type OperatorCtx, workerCtx } from '@/server/ctx'
import { MS_PER_HOUR } from '@/server/durations'
import { setBusinessStatus } from '@/server/suspension/set-business-status'
import { setProjectStatus } from '@/server/suspension/set-project-status'
import { openTokenWorld, PLAIN, type TokenWorld } from '@/server/tokens/token-world.test-data'

const LONG = { timeout: 240_000 }
const db = () => workerCtx().db

let world: TokenWorld
beforeAll(async () => {
  world = await openTokenWorld()
})
afterAll(() => world.close())
beforeEach(() => world.client.signInAgain())

const operate = <T>(work: (ctx: OperatorCtx) => Promise<T>) =>
  inOperator({ actor: { type: 'user', id: v7(), name: 'Ope' }, requestId: v7() }, work)

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await world.turn()
}

async function bondWithHolders() {
  const terms = { annualRate: 10, couponInterval: 1, dayCount: '30_360', faceValuePerToken: 100, gracePeriod: 5 }
  const days = { firstCouponDate: await world.dayAfter(31), maturityDate: await world.dayAfter(400) }
  const bond = await world.active({
    ...PLAIN,
    ticker: 'WAIT',
    assetClass: 'BOND',
    tokenType: 'YIELD_BEARING',
    yieldParams: { ...terms, ...days, callable: false },
  })
  const holders = [await world.newWallet(), await world.newWallet()]
  await world.done(bond.id, 'wallets', { wallets: holders.map((address, n) => ({ address, investorId: `i${n}` })) })
  await world.done(bond.id, 'mint', { items: holders.map((to) => ({ to, amount: '12' })) })
  const coupons = async () => yieldView.parse((await world.client.get(`/v1/tokens/${bond.id}/yield`)).data).coupons
  return { bond, holders, coupons }
}

test.each(['project', 'business'] as const)(
  'a coupon of a suspended %s stops between two batches, signs nothing, and is paid once after it is resumed',
  LONG,
  async (what) => {
    const { businessId, projectId } = world.client.tenant
    const set = (status: 'active' | 'suspended') =>
      operate((ctx) =>
        what === 'project'
          ? setProjectStatus(ctx, { businessId, projectId: projectId ?? '', status })
          : setBusinessStatus(ctx, { businessId, status }),
      )
    const { bond, holders, coupons } = await bondWithHolders()
    await world.fund(world.admin, 1_000_000_000n)
    const [coupon] = await coupons()
    if (!coupon) throw new Error('the bond has a coupon')
    await world.travelTo(coupon.payDate)
    await world.client.signInAgain()
    await world.keep()
    const asked = await world.ask(bond.id, `yield/${coupon.couponId}/pay`)
    const { operationRef } = operationView.parse(asked.data)
    await turns(1)
    await set('suspended')
    await turns(6)
    const signed = async () => {
      const rows = await db()
        .select({ stage: transactions.stage, status: transactions.status })
        .from(tokenSteps)
        .innerJoin(transactions, eq(transactions.id, tokenSteps.transactionId))
        .where(eq(tokenSteps.operationId, operationRef))
      return rows.filter(({ stage, status }) => status === 'PENDING' && stage !== 'queued')
    }
    expect(await signed()).toEqual([])
    for (const holder of holders) expect(await world.paidTo(holder)).toBe(0n)
    await set('active')
    forgetCaches()
    await world.client.signInAgain()
    expect((await world.ended(bond.id, asked)).status).toBe('COMPLETED')
    const { numerator, denominator } = coupon.dayCountFraction
    const owed = (12n * 100_000_000n * BigInt(numerator)) / (10n * BigInt(denominator))
    for (const holder of holders) expect(await world.paidTo(holder)).toBe(owed)
    expect((await coupons())[0]?.status).toBe('PAID')
  },
)

test('a mint that needs an approval completes after it, and fails if it is rejected', LONG, async () => {
  const token = await world.active({ ...PLAIN, price: 100 })
  const holder = await world.newWallet()
  await world.done(token.id, 'wallets', { address: holder, investorId: 'one' })
  const { businessId, projectId } = world.client.tenant
  if (projectId === null) throw new Error('the world has a project')
  await inTenant(world.client.tenant, (ctx) =>
    ctx.db.insert(policies).values({ businessId, projectId, updatedBy: 'test', approvalAboveMicros: 50_000_000n }),
  )
  forgetCaches()
  const id = v7()
  await db()
    .insert(users)
    .values({ id, name: 'Ada Obi', email: `${id}@example.test`, passwordHash: '-' })
  const ada = { businessId, projectId, actor: { type: 'user' as const, id, name: 'Ada Obi' }, requestId: v7() }
  const asked = async () => {
    const answer = await world.ask(token.id, 'mint', { to: holder, amount: '1' })
    const { operationRef, status } = operationView.parse(answer.data)
    expect(status).toBe('PENDING')
    await turns(3)
    const [row] = await db()
      .select({ id: approvals.id })
      .from(tokenSteps)
      .innerJoin(approvals, eq(approvals.transactionId, tokenSteps.transactionId))
      .where(eq(tokenSteps.operationId, operationRef))
    if (!row) throw new Error('nobody is asked')
    return { answer, approvalId: row.id }
  }
  const minted = () => world.supplyOf(token.contractAddress)

  const first = await asked()
  expect(await minted()).toBe(0n)
  await approve(ada, first.approvalId)
  expect(await world.ended(token.id, first.answer)).toMatchObject({ status: 'COMPLETED' })
  expect(await minted()).toBe(1_000_000n)

  const second = await asked()
  await reject(ada, second.approvalId, 'Not him')
  const rejected = await world.ended(token.id, second.answer)
  expect(rejected).toMatchObject({ status: 'FAILED', code: 'transaction_failed' })

  const third = await asked()
  const later = { ...workerCtx(), now: () => new Date(Date.now() + 100 * MS_PER_HOUR) }
  await expireApprovals(later)
  expect(await world.ended(token.id, third.answer)).toMatchObject({ status: 'FAILED' })
  expect(await minted()).toBe(1_000_000n)
  // Later tests start without policies.
  await db().delete(policies).where(eq(policies.businessId, businessId))
  forgetCaches()
  await world.done(token.id, 'mint', { to: holder, amount: '1' })
  expect(await minted()).toBe(2_000_000n)
})
