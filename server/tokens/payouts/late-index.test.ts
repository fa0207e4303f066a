import { isNotNull } from 'drizzle-orm'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenPayouts } from '@/db/schema'
import { yieldView } from '@/schemas/tokens/payouts/contract'
import { workerCtx } from '@/server/ctx'
import { runEvmEngine } from '@/server/engine/evm/run-evm-engine'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { addDays } from '@/server/tokens/coupons/plain-date'
import { advanceOperations } from '@/server/tokens/operations/advance-operations'
import { openTokenWorld, PLAIN, type TokenWorld } from '@/server/tokens/token-world.test-data'

const GRACE_DAYS = 5
const MAX_RUNS = 30

let world: TokenWorld
beforeAll(async () => {
  world = await openTokenWorld()
})
afterAll(() => world.close())

test('a coupon that was funded within its grace period is never in default, however late our index reads that', {
  timeout: 600_000,
}, async () => {
  const terms = { annualRate: 10, couponInterval: 3, dayCount: 'ACT_365', faceValuePerToken: 100 }
  const days = { firstCouponDate: await world.dayAfter(31), maturityDate: await world.dayAfter(200) }
  const yieldParams = { ...terms, ...days, gracePeriod: GRACE_DAYS, callable: false }
  const bond = await world.active({ ...PLAIN, assetClass: 'BOND', tokenType: 'YIELD_BEARING', yieldParams })
  const holder = await world.newWallet()
  await world.done(bond.id, 'wallets', { wallets: [{ address: holder, investorId: 'one' }] })
  await world.done(bond.id, 'mint', { to: holder, amount: '10' })
  await world.fund(world.admin, 1_000_000_000n)
  const coupons = async () => yieldView.parse((await world.client.get(`/v1/tokens/${bond.id}/yield`)).data).coupons
  const [coupon] = await coupons()
  if (!coupon) throw new Error('the bond has a coupon')

  const graceEnd = addDays(coupon.payDate, GRACE_DAYS)
  await world.travelTo(graceEnd)
  await world.client.signInAgain()
  await world.keep()
  await world.follow()
  const asked = await world.ask(bond.id, `yield/${coupon.couponId}/pay`)
  const funded = () => world.paidTo(getAddress(bond.contractAddress))
  for (let runs = 0; runs < MAX_RUNS; runs += 1) {
    await runEvmEngine(workerCtx(), CHAIN_ID)
    if ((await funded()) > 0n) break
    await world.follow()
    await advanceOperations(workerCtx())
  }
  expect(await funded()).toBeGreaterThan(0n)

  // A day later our index still is where it was.
  await world.travelTo(addDays(graceEnd, 1))
  await world.client.signInAgain()
  await world.keep()
  expect((await coupons())[0]).toMatchObject({ status: 'RECORDED' })
  expect(await world.ended(bond.id, asked)).toMatchObject({ status: 'COMPLETED' })
  await world.follow()
  await world.keep()
  expect((await coupons())[0]).toMatchObject({ status: 'PAID' })
  expect(await workerCtx().db.$count(tokenPayouts, isNotNull(tokenPayouts.defaultedAt))).toBe(0)
})
