import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Address, encodeFunctionData, getAddress, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { erc20Abi as approveAbi } from '@/contracts/generated/erc20'
import { yieldTokenAbi } from '@/contracts/generated/yield-token'
import { tokenSteps } from '@/db/schema'
import { operationView } from '@/schemas/tokens/operations/contract'
import { type CouponView, yieldView } from '@/schemas/tokens/payouts/contract'
import { transactionView } from '@/schemas/transactions/contract'
import { inWorker, workerCtx } from '@/server/ctx'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { secondsOf } from './chain-day'
import { rebuildToken } from './follow/rebuild-token'
import { watchTokens } from './follow/watch-tokens'
import { encodeForcedTransfer, encodeRecordCoupon, encodeRecordRedemption } from './operations/asset-calls'
import { openTokenWorld, PLAIN, type TokenWorld } from './token-world.test-data'

const LONG = { timeout: 180_000 }
const UNIT = 1_000_000n
const abi = yieldTokenAbi

let world: TokenWorld
beforeAll(async () => {
  world = await openTokenWorld()
  await world.fund(world.admin, 10n ** 13n)
})
afterAll(() => world.close())
beforeEach(() => world.client.signInAgain())

/** A bond with some coupons, held by the first of two registered wallets of the business. */
async function bondOfTwo() {
  const terms = { annualRate: 10, couponInterval: 1, dayCount: '30_360', faceValuePerToken: 100, gracePeriod: 5 }
  const days = { firstCouponDate: await world.dayAfter(31), maturityDate: await world.dayAfter(92) }
  const yieldParams = { ...terms, ...days, callable: false }
  const bond = await world.active({ ...PLAIN, assetClass: 'BOND', tokenType: 'YIELD_BEARING', yieldParams })
  const [ada, ben] = [await world.newWallet(), await world.newWallet()]
  const wallets = [ada, ben].map((address, n) => ({ address, investorId: `i${n}` }))
  await world.done(bond.id, 'wallets', { wallets })
  await world.done(bond.id, 'mint', { to: ada, amount: '12' })
  const coupons = async () => yieldView.parse((await world.client.get(`/v1/tokens/${bond.id}/yield`)).data).coupons
  const statuses = async () => (await coupons()).map(({ status }) => status)
  return { id: bond.id, contract: getAddress(bond.contractAddress), ada, ben, coupons, statuses }
}

/** Signs a call with the tokenAdmin's key, without an operation, and lets our index read its effects. */
async function signed(to: Address, data: Hex): Promise<void> {
  const body = { chainType: 'EVM', chainId: CHAIN_ID, addressIndex: 0, transaction: { to, data } }
  const answer = await world.client.post('/v1/wallet/hd/sign', body, randomUUID())
  if (answer.code !== 202) throw new Error(`${answer.code} ${answer.errors?.join('; ') ?? answer.message}`)
  const { id } = transactionView.parse(answer.data)
  for (let turn = 0; turn < 60; turn += 1) {
    await world.turn()
    const { status, error } = transactionView.parse((await world.client.get(`/v1/wallet/transaction/${id}`)).data)
    if (status === 'FAILED') throw new Error(`signed and failed: ${error}`)
    if (status === 'COMPLETED') return world.follow()
  }
  throw new Error('what was signed does not end')
}

async function dueOn(day: string): Promise<void> {
  await world.travelTo(day)
  await world.client.signInAgain()
  // A default is declared once the index has read the grace period.
  await world.follow()
  await world.keep()
}

/** The coupon for twelve tokens of a hundred at ten percent. */
function owedOf({ dayCountFraction: { numerator, denominator } }: CouponView): bigint {
  return (120n * UNIT * BigInt(numerator)) / BigInt(denominator)
}

/** A second in which nothing has happened yet. */
async function timeNow(): Promise<number> {
  await world.chain.test.increaseTime({ seconds: 2 })
  await world.chain.test.mine({ blocks: 1 })
  return Number((await world.chain.rpc.getBlock()).timestamp)
}

const stepsOf = (operationId: string) =>
  workerCtx().db.select().from(tokenSteps).where(eq(tokenSteps.operationId, operationId))

test(
  'a coupon recorded outside the platform, with another time and rate, is paid to its holders and ends',
  LONG,
  async () => {
    const { id, contract, ada, ben, coupons } = await bondOfTwo()
    const [coupon] = await coupons()
    if (!coupon) throw new Error('the bond has a coupon')
    const recordTime = (await timeNow()) - 1
    await signed(contract, encodeRecordCoupon(1, recordTime, { numerator: 3n, denominator: 2n }))
    // The holder at that time holds nothing on the record date of our schedule.
    await signed(contract, encodeForcedTransfer(ada, ben, 12n * UNIT))
    await dueOn(coupon.payDate)
    const before = await world.paidTo(ada)
    const asked = await world.ask(id, `yield/${coupon.couponId}/pay`)
    expect(await world.ended(id, asked)).toMatchObject({ status: 'COMPLETED' })
    expect((await world.paidTo(ada)) - before).toBe(18n * UNIT)
    expect(await world.paidTo(ben)).toBe(0n)
    expect((await coupons())[0]).toMatchObject({ status: 'PAID', paidTotal: '18', amountPerToken: '1.5' })
    const { operationRef } = operationView.parse(asked.data)
    // Approved, funded, paid: no call was sent twice.
    expect((await stepsOf(operationRef)).map(({ callData }) => callData.slice(0, 10)).length).toBe(3)
    expect(await watchTokens(workerCtx())).toBe(0)
  },
)

test('after a reorg a coupon has the rate of its schedule again', LONG, async () => {
  const { contract, coupons } = await bondOfTwo()
  const known = await coupons()
  const revert = await world.chain.snapshot()
  await signed(contract, encodeRecordCoupon(1, (await timeNow()) - 1, { numerator: 3n, denominator: 2n }))
  expect((await coupons())[0]?.amountPerToken).toBe('1.5')
  await revert()
  await expect
    .poll(
      async () => {
        await world.follow().catch(() => {})
        return (await coupons())[0]?.amountPerToken
      },
      { timeout: 60_000 },
    )
    .toBe(known[0]?.amountPerToken)
})

test('a redemption recorded outside the platform is known, and paid with its figures', LONG, async () => {
  const { id, contract, ada, statuses } = await bondOfTwo()
  await signed(contract, encodeRecordRedemption({ numerator: 90n, denominator: 1n }))
  expect(new Set(await statuses())).toEqual(new Set(['CANCELED']))
  await inWorker(({ db, now }) => rebuildToken(db, id, now()))
  expect(new Set(await statuses())).toEqual(new Set(['CANCELED']))
  expect((await world.ask(id, 'mint', { to: ada, amount: '1' })).refusal).toBe('token_closed')
  const before = await world.paidTo(ada)
  await world.done(id, 'call')
  expect((await world.paidTo(ada)) - before).toBe(12n * 90n * UNIT)
  expect(await world.read(id)).toMatchObject({ status: 'REDEEMED', totalSupply: '0' })
})

test(
  'a coupon that was due before a redemption outside the platform is still paid, before and after it',
  LONG,
  async () => {
    const { id, contract, ada, coupons, statuses } = await bondOfTwo()
    const [first, second, ...later] = await coupons()
    if (!first || !second) throw new Error('the bond has coupons')
    await dueOn(second.payDate)
    await signed(contract, encodeRecordRedemption({ numerator: 100n, denominator: 1n }))
    const canceled = later.map(() => 'CANCELED')
    expect(await statuses()).toEqual(['DEFAULTED', 'RECORDED', ...canceled])
    await world.done(id, `yield/${first.couponId}/pay`)
    await world.done(id, 'call')
    expect(await world.read(id)).toMatchObject({ status: 'REDEEMED' })
    const before = await world.paidTo(ada)
    await world.done(id, `yield/${second.couponId}/pay`)
    expect((await world.paidTo(ada)) - before).toBe(owedOf(second))
    expect(await statuses()).toEqual(['PAID', 'PAID', ...canceled])
  },
)

test('money funded and paid outside the platform counts for the coupon', LONG, async () => {
  const { id, contract, ada, coupons } = await bondOfTwo()
  const [coupon] = await coupons()
  if (!coupon) throw new Error('the bond has a coupon')
  await dueOn(coupon.payDate)
  const record = secondsOf(coupon.payDate) - 1
  await signed(contract, encodeRecordCoupon(1, record, { numerator: 1n, denominator: 1n }))
  await signed(
    world.payment,
    encodeFunctionData({ abi: approveAbi, functionName: 'approve', args: [contract, 12n * UNIT] }),
  )
  await signed(contract, encodeFunctionData({ abi, functionName: 'fundPayout', args: [1n] }))
  expect((await coupons())[0]?.status).toBe('FUNDED')
  await signed(contract, encodeFunctionData({ abi, functionName: 'payCoupon', args: [1n, [ada, ada]] }))
  expect((await coupons())[0]).toMatchObject({ status: 'PAID', paidTotal: '12' })
  expect(await world.paidTo(ada)).toBe(12n * UNIT)
  expect((await world.ask(id, `yield/${coupon.couponId}/pay`)).refusal).toBe('coupon_done')
  expect(await watchTokens(workerCtx())).toBe(0)
})
