import { eq } from 'drizzle-orm'
import { type Address, getAddress } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blockedAddresses } from '@/db/schema'
import { registeredWalletPage } from '@/schemas/tokens/holders/contract'
import { yieldView } from '@/schemas/tokens/payouts/contract'
import { inWorker, type WorkerCtx, workerCtx } from '@/server/ctx'
import { MS_PER_HOUR } from '@/server/durations'
import { alarmedOf } from '@/server/testing/open-alarms'
import { watchRedemptions } from './follow/watch-redemptions'
import { openTokenWorld, type TokenWorld } from './token-world.test-data'

const LONG = { timeout: 240_000 }
/** What ten tokens with a face value of 100 pay back, in units of a payment token with six decimals. */
const PRINCIPAL = 1_000_000_000n
/** Long after the last progress of any payout. */
const later = (): WorkerCtx => ({ ...workerCtx(), now: () => new Date(Date.now() + 2 * MS_PER_HOUR) })

let world: TokenWorld
beforeAll(async () => {
  world = await openTokenWorld()
})
afterAll(() => world.close())

const stranger = (): Address => privateKeyToAddress(generatePrivateKey())
const block = (address: string) => {
  const row = { businessId: world.client.businessId, address, reason: 'test', createdBy: 'test' }
  return inWorker(({ db }) => db.insert(blockedAddresses).values(row))
}
const unblock = (address: string) =>
  inWorker(({ db }) =>
    db
      .update(blockedAddresses)
      .set({ removedAt: new Date(), removedBy: 'test' })
      .where(eq(blockedAddresses.address, address)),
  )

test('a blocked holder gets nothing and loses nothing, delays no other, and is paid once unblocked', LONG, async () => {
  const bond = await world.active({
    ...{ ticker: 'HELD', name: 'Held back 2028', price: 100, chain: 'BASE', decimals: 8 },
    ...{ assetClass: 'BOND', tokenType: 'YIELD_BEARING' },
    yieldParams: {
      ...{ annualRate: 12.5, firstCouponDate: await world.dayAfter(90), maturityDate: await world.dayAfter(900) },
      ...{ couponInterval: 3, dayCount: 'ACT_365', faceValuePerToken: 100, gracePeriod: 5 },
    },
  })
  const [held, free] = [stranger(), stranger()]
  const wallets = [held, free].map((address, n) => ({ address, investorId: `investor-${n}` }))
  await world.done(bond.id, 'wallets', { wallets })
  await world.done(bond.id, 'mint', { items: [held, free].map((to) => ({ to, amount: '10' })) })
  await block(held)

  const refused = async (what: string, body: unknown) => {
    const { code, refusal, message } = await world.ask(bond.id, what, body)
    expect([what, code, refusal]).toEqual([what, 422, 'address_blocked'])
    expect(message.toLowerCase()).toContain(held.toLowerCase())
  }
  await refused('mint', { to: held, amount: '1' })
  await refused('mint', { items: [free, held].map((to) => ({ to, amount: '1' })) })
  await refused('burn', { from: held, amount: '1' })
  await refused('transfer', { from: held, to: free, amount: '1', forced: true })
  const page = registeredWalletPage.parse((await world.client.get(`/v1/tokens/${bond.id}/wallets`)).data)
  expect(page.items.filter(({ isBlocked }) => isBlocked).map(({ address }) => address)).toEqual([held])
  const other = stranger()
  await block(other)
  expect(await world.ask(bond.id, 'wallets', { address: other, investorId: 'new' })).toMatchObject({
    ...{ code: 422, refusal: 'address_blocked' },
  })
  // What takes from it is possible.
  const set = (frozen: boolean, key: string) =>
    world.client.patch(`/v1/tokens/${bond.id}/wallets/${held}`, { frozen }, key)
  expect((await world.ended(bond.id, await set(true, 'freeze'))).status).toBe('COMPLETED')
  expect(await set(false, 'thaw')).toMatchObject({ code: 422, refusal: 'address_blocked' })

  const coupons = async () => yieldView.parse((await world.client.get(`/v1/tokens/${bond.id}/yield`)).data).coupons
  const [coupon] = await coupons()
  if (!coupon) throw new Error('the bond has coupons')
  await world.travelTo(coupon.payDate)
  await world.client.signInAgain()
  await world.keep()
  await world.fund(world.admin, 1_000_000_000_000n)
  const pay = () => world.ask(bond.id, `yield/${coupon.couponId}/pay`)
  expect((await world.done(bond.id, `yield/${coupon.couponId}/pay`)).status).toBe('COMPLETED')
  expect([await world.paidTo(held), (await world.paidTo(free)) > 0n]).toEqual([0n, true])
  expect(await pay()).toMatchObject({ code: 422, refusal: 'address_blocked' })
  await unblock(held)
  expect((await world.ended(bond.id, await set(false, 'thawed'))).status).toBe('COMPLETED')
  expect((await world.done(bond.id, `yield/${coupon.couponId}/pay`)).status).toBe('COMPLETED')
  expect(await world.paidTo(held)).toBe(await world.paidTo(free))
  expect((await coupons()).find(({ index }) => index === coupon.index)?.status).toBe('PAID')
  expect(await world.paidTo(getAddress(bond.contractAddress))).toBe(0n)
})

test(
  'a blocked holder does not keep the others from their principal, and gets its own once unblocked',
  LONG,
  async () => {
    const maturityDate = await world.dayAfter(90)
    const bond = await world.active({
      ...{ ticker: 'ENDS', name: 'Ends soon', price: 100, chain: 'BASE', decimals: 8 },
      ...{ assetClass: 'BOND', tokenType: 'YIELD_BEARING' },
      yieldParams: {
        ...{ annualRate: 10, firstCouponDate: maturityDate, maturityDate, couponInterval: 3 },
        ...{ dayCount: 'ACT_365', faceValuePerToken: 100, gracePeriod: 5 },
      },
    })
    const [held, free] = [stranger(), stranger()]
    await world.done(bond.id, 'wallets', {
      wallets: [held, free].map((address, n) => ({ address, investorId: `investor-${n}` })),
    })
    await world.done(bond.id, 'mint', { items: [held, free].map((to) => ({ to, amount: '10' })) })
    await block(held)
    await world.travelTo(maturityDate)
    await world.client.signInAgain()
    await world.keep()
    await world.fund(world.admin, 1_000_000_000_000n)

    const coupons = async () => yieldView.parse((await world.client.get(`/v1/tokens/${bond.id}/yield`)).data).coupons
    const [coupon] = await coupons()
    if (!coupon) throw new Error('the bond has a coupon')
    expect(await world.ask(bond.id, 'call')).toMatchObject({ code: 422, refusal: 'not_callable' })
    await world.done(bond.id, `yield/${coupon.couponId}/pay`)
    expect((await coupons())[0]?.status).toBe('PAYING')
    const interest = await world.paidTo(free)

    await world.done(bond.id, 'call')
    expect([await world.paidTo(held), await world.paidTo(free)]).toEqual([0n, interest + PRINCIPAL])
    expect((await world.read(bond.id)).status).toBe('REDEEMING')
    expect(await watchRedemptions(later())).toBe(0)
    expect(await alarmedOf('redemption_stuck')).toEqual([])

    await unblock(held)
    expect(await watchRedemptions(later())).toBe(1)
    expect(await alarmedOf('redemption_stuck')).toEqual([bond.id])
    await world.done(bond.id, 'call')
    await world.done(bond.id, `yield/${coupon.couponId}/pay`)
    expect(await world.paidTo(held)).toBe(await world.paidTo(free))
    expect((await coupons())[0]?.status).toBe('PAID')
    expect((await world.read(bond.id)).status).toBe('REDEEMED')
    expect(await watchRedemptions(later())).toBe(0)
    expect(await world.paidTo(getAddress(bond.contractAddress))).toBe(0n)
  },
)
