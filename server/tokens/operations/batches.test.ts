import { and, asc, desc, eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { encodeFunctionData, getAddress, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { erc20Abi } from '@/contracts/generated/erc20'
import { approvals, policies, tokenOperations, tokenSteps, transactions, users } from '@/db/schema'
import { operationView } from '@/schemas/tokens/operations/contract'
import { type CouponView, yieldView } from '@/schemas/tokens/payouts/contract'
import { approve } from '@/server/approvals/approvals.test-data'
import { forgetCaches } from '@/server/changing-cache'
import { inTenant, workerCtx } from '@/server/ctx'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { nameTraces } from '@/server/testing/name-traces'
import type { Answer } from '@/server/testing/wallet-client'
import { openTokenWorld, PLAIN, type TokenWorld } from '@/server/tokens/token-world.test-data'

const LONG = { timeout: 240_000 }
const UNIT = 1_000_000n
const db = () => workerCtx().db

let world: TokenWorld
let ada: Parameters<typeof approve>[0]
beforeAll(async () => {
  world = await openTokenWorld()
  await world.fund(world.admin, 10n ** 13n)
  const id = v7()
  await db()
    .insert(users)
    .values({ id, name: 'Ada Obi', email: `${id}@example.test`, passwordHash: '-' })
  ada = { ...world.client.tenant, actor: { type: 'user', id, name: 'Ada Obi' }, requestId: v7() }
})
afterAll(() => world.close())
beforeEach(() => world.client.signInAgain())
afterEach(async () => {
  await db().delete(policies)
  forgetCaches()
})

async function bondOf(yields: object = {}) {
  const terms = { annualRate: 10, couponInterval: 1, dayCount: '30_360', faceValuePerToken: 100, gracePeriod: 5 }
  const days = { firstCouponDate: await world.dayAfter(31), maturityDate: await world.dayAfter(400) }
  const yieldParams = { ...terms, ...days, callable: false, ...yields }
  const bond = await world.active({ ...PLAIN, assetClass: 'BOND', tokenType: 'YIELD_BEARING', yieldParams })
  const holder = await world.newWallet()
  await world.done(bond.id, 'wallets', { address: holder, investorId: 'one' })
  await world.done(bond.id, 'mint', { to: holder, amount: '12' })
  const coupons = async () => yieldView.parse((await world.client.get(`/v1/tokens/${bond.id}/yield`)).data).coupons
  return { id: bond.id, contract: getAddress(bond.contractAddress), holder, coupons }
}
type Bond = Awaited<ReturnType<typeof bondOf>>

async function due({ coupons }: Bond) {
  const [coupon] = await coupons()
  if (!coupon) throw new Error('the bond has a coupon')
  await world.travelTo(coupon.payDate)
  await world.client.signInAgain()
  await world.keep()
  return coupon
}

/** The coupon for twelve tokens of a hundred at ten percent. */
function owedOf({ dayCountFraction: { numerator, denominator } }: CouponView): bigint {
  return (120n * UNIT * BigInt(numerator)) / BigInt(denominator)
}

async function rule(rules: Partial<typeof policies.$inferInsert>): Promise<void> {
  const { businessId, projectId } = world.client.tenant
  await inTenant(world.client.tenant, (ctx) =>
    ctx.db.insert(policies).values({ businessId, projectId, updatedBy: 'test', ...rules }),
  )
  forgetCaches()
}

/** Approves every waiting transaction, newest first. Returns the number of approvals. */
async function applyApproval(answer: Answer, tokenId: string): Promise<{ status: string; decisions: number }> {
  if (answer.code !== 202) throw new Error(`${answer.code} ${answer.message}`)
  const { operationRef } = operationView.parse(answer.data)
  let decisions = 0
  for (let turn = 0; turn < 80; turn += 1) {
    for (let rest = 0; rest < 4; rest += 1) await world.turn()
    const { status } = operationView.parse(
      (await world.client.get(`/v1/tokens/${tokenId}/operations/${operationRef}`)).data,
    )
    if (status !== 'PENDING') return { status, decisions }
    const [row] = await db()
      .select({ id: approvals.id })
      .from(tokenSteps)
      .innerJoin(approvals, eq(approvals.transactionId, tokenSteps.transactionId))
      .where(and(eq(tokenSteps.operationId, operationRef), eq(approvals.status, 'pending')))
      .orderBy(desc(approvals.id))
    if (!row) continue
    decisions += 1
    await approve(ada, row.id)
  }
  throw new Error('the operation does not end')
}

const allowance = (contract: `0x${string}`) =>
  world.chain.rpc.readContract({
    address: world.payment,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [world.admin, contract],
  })
const anyOf = (contract: string) => ({ contract, selector: null, label: '' })

test('a coupon whose money needs an approval is paid after it', LONG, async () => {
  const bond = await bondOf()
  const coupon = await due(bond)
  // Only the approval of the money is above the threshold; everything else is allowed.
  const allowedMethods = [anyOf(bond.contract), anyOf(world.payment)]
  await rule({ approvalAboveMicros: 1_000_000n, allowedMethods })
  const asked = await world.ask(bond.id, `yield/${coupon.couponId}/pay`)
  expect(await applyApproval(asked, bond.id)).toEqual({ status: 'COMPLETED', decisions: 1 })
  expect(await world.paidTo(bond.holder)).toBe(owedOf(coupon))
  expect(await allowance(bond.contract)).toBe(0n)
})

test('a coupon whose every call needs an approval is paid in the end', LONG, async () => {
  const bond = await bondOf()
  const coupon = await due(bond)
  await rule({ approvalAboveMicros: 1_000_000n })
  const asked = await world.ask(bond.id, `yield/${coupon.couponId}/pay`)
  expect(await applyApproval(asked, bond.id)).toEqual({ status: 'COMPLETED', decisions: 4 })
  expect(await world.paidTo(bond.holder)).toBe(owedOf(coupon))
  expect(await allowance(bond.contract)).toBe(0n)
  // Otherwise the requester of the operation could approve the batches that a job accepts.
  const { operationRef } = operationView.parse(asked.data)
  const requesters = await db()
    .selectDistinct({ ofOperation: tokenOperations.createdBy, ofApproval: approvals.requestedBy })
    .from(approvals)
    .innerJoin(tokenSteps, eq(tokenSteps.transactionId, approvals.transactionId))
    .innerJoin(tokenOperations, eq(tokenOperations.id, tokenSteps.operationId))
    .where(eq(tokenOperations.id, operationRef))
  expect(requesters).toMatchObject([{ ofOperation: expect.stringMatching(/^key:/) }])
  expect(requesters[0]?.ofApproval).toBe(requesters[0]?.ofOperation)
})

/** Approves this allowance with the tokenAdmin's key, without an operation. */
async function allow(contract: `0x${string}`, units: bigint): Promise<void> {
  const data: Hex = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [contract, units] })
  const body = { chainType: 'EVM', chainId: CHAIN_ID, addressIndex: 0, transaction: { to: world.payment, data } }
  expect((await world.client.post('/v1/wallet/hd/sign', body, v7())).code).toBe(202)
  await expect
    .poll(
      async () => {
        await world.turn()
        return allowance(contract)
      },
      { timeout: 60_000 },
    )
    .toBe(units)
}

test(
  'a remaining allowance is reset first, because some payment tokens only change a zero allowance',
  LONG,
  async () => {
    const bond = await bondOf()
    const coupon = await due(bond)
    await allow(bond.contract, 7n)
    const asked = await world.ask(bond.id, `yield/${coupon.couponId}/pay`)
    expect(await world.ended(bond.id, asked)).toMatchObject({ status: 'COMPLETED', error: null })
    const { operationRef } = operationView.parse(asked.data)
    const steps = await db()
      .select({ data: tokenSteps.callData, to: tokenSteps.toAddress })
      .from(tokenSteps)
      .where(eq(tokenSteps.operationId, operationRef))
      .orderBy(asc(tokenSteps.number))
    const approved = steps.filter(({ to }) => to === world.payment).map(({ data }) => BigInt(`0x${data.slice(-64)}`))
    expect(approved).toEqual([0n, owedOf(coupon)])
    expect(await allowance(bond.contract)).toBe(0n)
  },
)

test('interest is paid once if the redemption waits for an approval over a pay date', LONG, async () => {
  const callDate = await world.dayAfter(20)
  const bond = await bondOf({ callable: true, callDate })
  await world.travelTo(callDate)
  await world.client.signInAgain()
  await rule({ approvalAboveMicros: 1_000_000n })
  const called = await world.ask(bond.id, 'call')
  expect(called.code).toBe(202)
  for (let turn = 0; turn < 3; turn += 1) await world.turn()
  await db().delete(policies)
  forgetCaches()
  const coupon = await due(bond)
  const paid = await world.ask(bond.id, `yield/${coupon.couponId}/pay`)
  expect([paid.code, paid.refusal]).toEqual([409, 'operation_open'])
  expect(await applyApproval(called, bond.id)).toMatchObject({ status: 'COMPLETED' })
  expect((await bond.coupons()).every(({ status }) => status === 'CANCELED')).toBe(true)
  // The principal, and the interest accrued on the day of the call.
  expect(await world.paidTo(bond.holder)).toBeLessThan(1_210n * UNIT)
  expect(await world.paidTo(bond.holder)).toBeGreaterThan(1_200n * UNIT)
})

test('every transaction of an operation is in the trace of its request, also those of later runs', LONG, async () => {
  const stop = nameTraces()
  const { id } = await world.active(PLAIN)
  stop()
  const sent = await db()
    .select({ ofOperation: tokenOperations.traceContext, ofTransaction: transactions.traceContext })
    .from(tokenSteps)
    .innerJoin(tokenOperations, eq(tokenOperations.id, tokenSteps.operationId))
    .innerJoin(transactions, eq(transactions.id, tokenSteps.transactionId))
    .where(eq(tokenOperations.tokenId, id))
  expect(sent.length).toBeGreaterThan(0)
  for (const { ofOperation, ofTransaction } of sent) {
    expect(ofOperation).toMatch(/^POST \/v1\/tokens/)
    expect(ofTransaction).toBe(ofOperation)
  }
})
