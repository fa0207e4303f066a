import { type Address, maxUint256, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AssetWorld, by, eventsOf, openAssetWorld } from '../testing/asset-world'
import { newYieldAsset } from '../testing/yield-asset'

describe('the redemption of an asset', () => {
  let world: AssetWorld
  beforeAll(async () => {
    world = await openAssetWorld()
  })
  afterAll(() => world.close())

  it('burns the admin’s units at once and everybody else’s against their money', async () => {
    const { asset, admin, mint, newHolder, fund, redeem, moneyOf } = await newYieldAsset(world, {
      lockUpSeconds: 9_999n,
    })
    const [one, two] = [await newHolder(10n), await newHolder(5n)]
    await mint(admin, 100n)
    await world.mined(asset.write.setFrozenTokens([one, 7n], by(admin)))
    const recorded = await world.mined(asset.write.recordRedemption([7n, 2n], by(admin)))
    expect(eventsOf(recorded)).toEqual([{ event: 'RedemptionRecorded', numerator: 7n, denominator: 2n, basis: 15n }])
    expect(await asset.read.totalSupply()).toBe(15n)
    expect(await asset.read.balanceOf([admin])).toBe(0n)
    expect(await asset.read.requiredFunds([0n])).toBe(52n)
    await fund(0n)
    expect(eventsOf(await redeem([two, one, two, admin, zeroAddress]))).toEqual([
      { event: 'PayoutPaid', id: 0n, holder: two, units: 5n, amount: 17n },
      { event: 'Frozen', account: one, amount: 0n },
      { event: 'PayoutPaid', id: 0n, holder: one, units: 10n, amount: 35n },
    ])
    expect((await redeem([one, two])).logs).toEqual([])
    expect(await Promise.all([one, two, asset.address].map(moneyOf))).toEqual([35n, 17n, 0n])
    expect(await asset.read.totalSupply()).toBe(0n)
    expect(await asset.read.holderCount()).toBe(0n)
    expect(await asset.read.walletCount()).toBe(0n)
    expect(await asset.read.isPaid([0n, one])).toBe(true)
  })

  it('ends every movement, by whomever', async () => {
    const { asset, admin, newHolder } = await newYieldAsset(world)
    const [holder, other] = [await newHolder(10n), await newHolder()]
    await world.mined(asset.write.approve([other, maxUint256], by(holder)))
    await world.mined(asset.write.recordRedemption([1n, 1n], by(admin)))
    const { write } = asset
    const calls = [
      () => write.transfer([other, 1n], by(holder)),
      () => write.transferFrom([holder, other, 1n], by(other)),
      () => write.mint([holder, 1n], by(admin)),
      () => write.burn([holder, 1n], by(admin)),
      () => write.forcedTransfer([holder, other, 1n], by(admin)),
    ]
    for (const call of calls) expect(await world.refusal(call())).toBe('TokenClosed')
    expect(await asset.read.canTransfer([holder, other, 1n])).toBe(false)
    expect(eventsOf(await world.mined(write.batchMint([[holder], [1n]], by(admin))))).toMatchObject([
      { event: 'LineRefused', line: 0n, wallet: holder },
    ])
    expect(await asset.read.totalSupply()).toBe(10n)
  })

  it('keeps its figures, and is paid only when it is recorded and funded', async () => {
    const { asset, admin, newHolder, fund } = await newYieldAsset(world)
    const holder = await newHolder(10n)
    const redeem = () => asset.write.redeem([[holder]], by(holder))
    const record = (numerator: bigint, denominator: bigint) =>
      asset.write.recordRedemption([numerator, denominator], by(admin))
    expect(await world.refusal(redeem())).toBe('NotRecorded')
    expect(await world.refusal(record(1n, 0n))).toBe('InvalidFraction')
    await world.mined(record(1n, 2n))
    expect((await world.mined(record(1n, 2n))).logs).toEqual([])
    expect(await world.refusal(record(2n, 2n))).toBe('AlreadyRecorded')
    expect(await world.refusal(record(1n, 3n))).toBe('AlreadyRecorded')
    expect(await world.refusal(redeem())).toBe('NotFunded')
    await fund(0n)
    expect(await world.refusal(asset.write.returnRest([0n], by(admin)))).toBe('NotSettled')
    await world.mined(redeem())
    expect((await world.mined(redeem())).logs).toEqual([])
  })

  it('leaves coupons from before it payable, and allows none from after', async () => {
    const { asset, admin, newHolder, fund, coupon, redeem, pay, moneyOf } = await newYieldAsset(world)
    const holder = await newHolder(10n)
    await coupon(1n, 1n, 1n)
    const before = Number(await world.now())
    await world.pass(10n)
    await world.mined(asset.write.recordRedemption([100n, 1n], by(admin)))
    const { recordTime } = await asset.read.payouts([0n])
    await fund(0n)
    await redeem([holder])
    await world.pass(10n)
    const record = (time: number) => asset.write.recordCoupon([2n, time, 2n, 1n], by(admin))
    expect(await world.refusal(record(recordTime))).toBe('TokenClosed')
    expect(await world.refusal(record(recordTime + 1))).toBe('TokenClosed')
    await world.mined(record(before))
    await fund(2n)
    await pay(1n, [holder])
    await pay(2n, [holder])
    expect(await moneyOf(holder)).toBe(1_000n + 10n + 20n)
    expect(await moneyOf(asset.address)).toBe(0n)
  })

  it('takes no more gas for a holder with many lots, so that all holders of one transaction fit into it', async () => {
    const { asset, admin, mint, newHolder, fund, moneyOf } = await newYieldAsset(world, { lockUpSeconds: 6_400n })
    const [often, once] = [await newHolder(), await newHolder(100n)]
    const start = (await world.now()) + 100n
    for (let i = 0n; i < 60n; i++) {
      await world.test.setNextBlockTimestamp({ timestamp: start + i * 100n })
      await mint(often, 1n)
    }
    await world.mined(asset.write.recordRedemption([1n, 1n], by(admin)))
    await fund(0n)
    await world.pass(10_000n)
    const gasOf = async (holder: Address) => (await world.mined(asset.write.redeem([[holder]], by(holder)))).gasUsed
    const usual = await gasOf(once)
    expect(await gasOf(often)).toBeLessThanOrEqual(usual)
    expect(await asset.read.locked([often])).toBe(0n)
    expect(await moneyOf(often)).toBe(60n)
  })

  it('goes on while the asset is paused', async () => {
    const { asset, admin, newHolder, fund, redeem, moneyOf } = await newYieldAsset(world)
    const holder = await newHolder(10n)
    await world.mined(asset.write.pause(by(admin)))
    await world.mined(asset.write.recordRedemption([1n, 1n], by(admin)))
    await fund(0n)
    await redeem([holder])
    expect(await moneyOf(holder)).toBe(10n)
  })
})
