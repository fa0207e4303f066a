import { maxUint128 } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AssetWorld, by, eventsOf, openAssetWorld } from '../testing/asset-world'
import { newYieldAsset } from '../testing/yield-asset'

describe('coupons of an asset', () => {
  let world: AssetWorld
  beforeAll(async () => {
    world = await openAssetWorld()
  })
  afterAll(() => world.close())

  it('pay each holder its floored part of what it held at the record time, and give the dust back', async () => {
    const { asset, admin, mint, newHolder, record, fund, pay, moneyOf } = await newYieldAsset(world)
    const [one, two] = [await newHolder(10n), await newHolder(5n)]
    await mint(admin, 100n)
    const { recordTime, receipt } = await record(1n, 10n, 3n)
    const figures = { index: 1n, recordTime, numerator: 10n, denominator: 3n, basis: 15n }
    expect(eventsOf(receipt)).toEqual([{ event: 'CouponRecorded', ...figures }])
    expect(await asset.read.requiredFunds([1n])).toBe(50n)
    expect(eventsOf(await fund(1n))).toEqual([{ event: 'PayoutFunded', id: 1n, amount: 50n }])
    expect(eventsOf(await pay(1n, [two, one, admin]))).toEqual([
      { event: 'PayoutPaid', id: 1n, holder: two, units: 5n, amount: 16n },
      { event: 'PayoutPaid', id: 1n, holder: one, units: 10n, amount: 33n },
    ])
    expect(await Promise.all([one, two, asset.address, admin].map(moneyOf))).toEqual([33n, 16n, 1n, 0n])
    const { funded, paidUnits, paidAmount, owed } = await asset.read.payouts([1n])
    expect({ funded, paidUnits, paidAmount, owed }).toEqual({ funded: 50n, paidUnits: 15n, paidAmount: 49n, owed: 0n })
    const rest = await world.mined(asset.write.returnRest([1n], by(one)))
    expect(eventsOf(rest)).toEqual([{ event: 'RestReturned', id: 1n, amount: 1n }])
    expect((await world.mined(asset.write.returnRest([1n], by(one)))).logs).toEqual([])
    expect(await moneyOf(admin)).toBe(1n)
  })

  it('pay nobody twice: not in one call, not in later blocks, not by a claim', async () => {
    const { asset, newHolder, coupon, pay, moneyOf } = await newYieldAsset(world)
    const [one, two] = [await newHolder(10n), await newHolder(10n)]
    await coupon(1n, 2n, 1n)
    await coupon(2n, 1n, 1n)
    expect(eventsOf(await pay(1n, [one, one, one]))).toHaveLength(1)
    expect((await pay(1n, [one])).logs).toEqual([])
    expect((await world.mined(asset.write.claimCoupon([1n], by(one)))).logs).toEqual([])
    expect(await moneyOf(one)).toBe(20n)
    expect(await asset.read.isPaid([1n, one])).toBe(true)
    expect(await asset.read.isPaid([2n, one])).toBe(false)
    await world.mined(asset.write.claimCoupon([1n], by(two)))
    expect((await pay(1n, [two])).logs).toEqual([])
    expect(await moneyOf(two)).toBe(20n)
    // The remaining money is the second coupon's.
    expect(await moneyOf(asset.address)).toBe(20n)
  })

  it('go by the record time, wherever the units are when it is paid', async () => {
    const { asset, admin, newHolder, coupon, pay, moneyOf } = await newYieldAsset(world)
    const [seller, buyer, later] = [await newHolder(10n), await newHolder(), await newHolder()]
    await coupon(1n, 1n, 1n)
    await world.mined(asset.write.transfer([buyer, 10n], by(seller)))
    await world.mined(asset.write.mint([later, 10n], by(admin)))
    await world.mined(asset.write.removeWallets([[seller]], by(admin)))
    await pay(1n, [buyer, later, seller])
    expect(await Promise.all([seller, buyer, later].map(moneyOf))).toEqual([10n, 0n, 0n])
    await coupon(2n, 1n, 1n)
    await world.mined(asset.write.burn([later, 10n], by(admin)))
    expect(await asset.read.supplyAt([Number(await world.now())])).toBe(10n)
    await pay(2n, [buyer, later, seller])
    expect(await Promise.all([seller, buyer, later].map(moneyOf))).toEqual([10n, 10n, 10n])
  })

  it('are recorded for a second that is over, so that nobody can still buy into it', async () => {
    const { asset, admin, newHolder } = await newYieldAsset(world)
    const [seller, buyer] = [await newHolder(10n), await newHolder()]
    const time = (await world.now()) + 100n
    const record = (recordTime: bigint) => asset.write.recordCoupon([1n, Number(recordTime), 1n, 1n], by(admin))
    await world.test.setNextBlockTimestamp({ timestamp: time })
    expect(await world.refusal(record(time))).toBe('RecordTimeAhead')
    await world.test.setNextBlockTimestamp({ timestamp: time })
    await world.mined(asset.write.transfer([buyer, 4n], by(seller)))
    expect(await world.refusal(record(2n ** 48n - 1n))).toBe('RecordTimeAhead')
    await world.test.setNextBlockTimestamp({ timestamp: time + 1n })
    await world.mined(record(time))
    expect(await asset.read.balanceAt([buyer, Number(time)])).toBe(4n)
    expect(await asset.read.balanceAt([buyer, Number(time) - 1])).toBe(0n)
    expect(await asset.read.supplyAt([Number(time)])).toBe(10n)
  })

  it('keep the figures they were recorded with', async () => {
    const { asset, admin, newHolder, record } = await newYieldAsset(world)
    await newHolder(10n)
    const { recordTime } = await record(1n, 1n, 2n)
    const again = (index: bigint, time: number, numerator: bigint, denominator: bigint) =>
      asset.write.recordCoupon([index, time, numerator, denominator], by(admin))
    expect((await world.mined(again(1n, recordTime, 1n, 2n))).logs).toEqual([])
    for (const other of [again(1n, recordTime - 1, 1n, 2n)]) expect(await world.refusal(other)).toBe('AlreadyRecorded')
    expect(await world.refusal(again(1n, recordTime, 2n, 2n))).toBe('AlreadyRecorded')
    expect(await world.refusal(again(1n, recordTime, 1n, 3n))).toBe('AlreadyRecorded')
    expect(await world.refusal(again(1n, recordTime, 1n, 0n))).toBe('AlreadyRecorded')
    expect(await world.refusal(again(2n, recordTime, 1n, 0n))).toBe('InvalidFraction')
    expect(await world.refusal(again(0n, recordTime, 1n, 2n))).toBe('InvalidIndex')
  })

  it('are not paid before they are recorded and funded, and the redemption never as one', async () => {
    const { asset, admin, newHolder, record, give } = await newYieldAsset(world)
    const holder = await newHolder(10n)
    const { write } = asset
    for (const index of [1n, 2n ** 256n - 1n]) {
      expect(await world.refusal(write.payCoupon([index, [holder]], by(holder)))).toBe('NotRecorded')
      expect(await world.refusal(write.claimCoupon([index], by(holder)))).toBe('NotRecorded')
      expect(await world.refusal(write.fundPayout([index], by(admin)))).toBe('NotRecorded')
      expect(await world.refusal(write.returnRest([index], by(admin)))).toBe('NotRecorded')
    }
    await record(1n, 1n, 1n)
    expect(await world.refusal(write.payCoupon([1n, [holder]], by(holder)))).toBe('NotFunded')
    expect(await world.refusal(write.claimCoupon([1n], by(holder)))).toBe('NotFunded')
    expect(await world.refusal(write.returnRest([1n], by(admin)))).toBe('NotFunded')
    await give(10n)
    await world.mined(write.fundPayout([1n], by(admin)))
    expect(await world.refusal(write.returnRest([1n], by(admin)))).toBe('NotSettled')
    await world.mined(write.recordRedemption([1n, 1n], by(admin)))
    await give(10n)
    await world.mined(write.fundPayout([0n], by(admin)))
    expect(await world.refusal(write.payCoupon([0n, [holder]], by(holder)))).toBe('InvalidIndex')
    expect(await world.refusal(write.claimCoupon([0n], by(holder)))).toBe('InvalidIndex')
  })

  it('take the admin’s money once, and all of it or none', async () => {
    const { asset, admin, newHolder, record, give, payment, moneyOf } = await newYieldAsset(world)
    await newHolder(10n)
    await record(1n, 1n, 1n)
    const fund = () => asset.write.fundPayout([1n], by(admin))
    expect(await world.refusal(fund())).toBe('ERC20InsufficientAllowance')
    await world.mined(payment.write.approve([asset.address, 100n], by(admin)))
    expect(await world.refusal(fund())).toBe('ERC20InsufficientBalance')
    await give(100n)
    await world.mined(fund())
    expect((await world.mined(fund())).logs).toEqual([])
    expect(await moneyOf(asset.address)).toBe(10n)
    expect(await moneyOf(admin)).toBe(90n)
  })

  it('may be of nobody, of nothing, and of the most there is', async () => {
    const { asset, admin, mint, newHolder, record, fund, pay, coupon, moneyOf } = await newYieldAsset(world)
    await mint(admin, 5n)
    await record(1n, 1n, 1n)
    expect(await asset.read.requiredFunds([1n])).toBe(0n)
    await fund(1n)
    expect((await pay(1n, [admin])).logs).toEqual([])
    expect((await world.mined(asset.write.returnRest([1n], by(admin)))).logs).toEqual([])
    await world.mined(asset.write.burn([admin, 5n], by(admin)))
    const holder = await newHolder(maxUint128)
    await coupon(2n, 0n, 1n)
    expect(eventsOf(await pay(2n, [holder]))).toEqual([
      { event: 'PayoutPaid', id: 2n, holder, units: maxUint128, amount: 0n },
    ])
    await coupon(3n, maxUint128, 1n)
    await pay(3n, [holder])
    expect(await moneyOf(holder)).toBe(maxUint128 * maxUint128)
    await world.mined(asset.write.recordCoupon([4n, 0, 1n, maxUint128], by(admin)))
    expect((await asset.read.payouts([4n])).basis).toBe(0n)
  })

  it('pay hundreds of holders in one call, and nobody in an empty one', async () => {
    const { asset, admin, coupon, register, moneyOf } = await newYieldAsset(world)
    const wallets = Array.from({ length: 200 }, (_, i) => `0x${(i + 0x10000).toString(16).padStart(40, '0')}` as const)
    const investors = wallets.map((wallet) => `0x${wallet.slice(2).padStart(64, '1')}` as const)
    await register(wallets, investors)
    const amounts = wallets.map((_, i) => BigInt(i + 1))
    const most = { ...by(admin), gas: 60_000_000n }
    await world.mined(asset.write.batchMint([wallets, amounts], most))
    await coupon(1n, 3n, 1n)
    expect((await world.mined(asset.write.payCoupon([1n, []], most))).logs).toEqual([])
    await world.mined(asset.write.payCoupon([1n, wallets], most))
    expect(await Promise.all(wallets.map(moneyOf))).toEqual(amounts.map((units) => units * 3n))
    expect(await moneyOf(asset.address)).toBe(0n)
  })
})
