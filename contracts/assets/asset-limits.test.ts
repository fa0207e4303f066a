import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AssetWorld, by, investor, openAssetWorld } from '../testing/asset-world'

describe('the limits of an asset', () => {
  let world: AssetWorld
  beforeAll(async () => {
    world = await openAssetWorld()
  })
  afterAll(() => world.close())

  it('count an investor once over all its wallets, and exactly the maximum is allowed', async () => {
    const { asset, admin, newHolder, mint } = await world.newAsset({ maxPerInvestor: 10n })
    const [one, two, other] = [await newHolder(6n, 'Ada'), await newHolder(0n, 'Ada'), await newHolder(5n)]
    expect(await world.refusal(asset.write.mint([two, 5n], by(admin)))).toBe('InvestorLimit')
    await mint(two, 4n)
    expect(await asset.read.holderCount()).toBe(2n)
    expect(await asset.read.unitsOfInvestor([investor('Ada')])).toBe(10n)
    expect(await world.refusal(asset.write.transfer([two, 1n], by(other)))).toBe('InvestorLimit')
    await world.mined(asset.write.transfer([two, 6n], by(one)))
    expect(await asset.read.balanceOf([two])).toBe(10n)
    const forced = asset.write.forcedTransfer([other, one, 1n], by(admin))
    expect(await world.refusal(forced)).toBe('InvestorLimit')
  })

  it('let a full one hand over all to a new investor, but not a part', async () => {
    const { asset, admin, newHolder } = await world.newAsset({ maxHolders: 2n })
    const [one, two, fresh] = [await newHolder(5n), await newHolder(5n), await newHolder()]
    expect(await world.refusal(asset.write.mint([fresh, 1n], by(admin)))).toBe('HolderLimit')
    expect(await world.refusal(asset.write.transfer([fresh, 4n], by(one)))).toBe('HolderLimit')
    expect(await world.refusal(asset.write.forcedTransfer([one, fresh, 4n], by(admin)))).toBe('HolderLimit')
    await world.mined(asset.write.transfer([fresh, 0n], by(one)))
    await world.mined(asset.write.transfer([fresh, 5n], by(one)))
    await world.mined(asset.write.transfer([fresh, 1n], by(two)))
    expect(await asset.read.holderCount()).toBe(2n)
  })

  it('do not take an emptied wallet for an emptied investor', async () => {
    const { asset, newHolder } = await world.newAsset({ maxHolders: 1n })
    const [one, two, fresh] = [await newHolder(5n, 'Ada'), await newHolder(5n, 'Ada'), await newHolder()]
    expect(await world.refusal(asset.write.transfer([fresh, 5n], by(one)))).toBe('HolderLimit')
    await world.mined(asset.write.transfer([two, 5n], by(one)))
    await world.mined(asset.write.transfer([fresh, 10n], by(two)))
    expect(await asset.read.holderCount()).toBe(1n)
  })

  it('count an investor until the last of its wallets is empty', async () => {
    const { asset, admin, newHolder } = await world.newAsset()
    const [one, two, other] = [await newHolder(5n, 'Ada'), await newHolder(5n, 'Ada'), await newHolder()]
    await world.mined(asset.write.transfer([other, 5n], by(one)))
    expect(await asset.read.holderCount()).toBe(2n)
    await world.mined(asset.write.burn([two, 5n], by(admin)))
    expect(await asset.read.holderCount()).toBe(1n)
  })

  it('do not count the admin, registered or not', async () => {
    const { asset, admin, newHolder, mint, register } = await world.newAsset({ maxHolders: 1n, maxPerInvestor: 10n })
    await mint(admin, 50n)
    await register([admin], [investor('Ada')])
    const [one, fresh] = [await newHolder(10n, 'Ada'), await newHolder()]
    expect(await asset.read.holderCount()).toBe(1n)
    expect(await world.refusal(asset.write.transfer([one, 1n], by(admin)))).toBe('InvestorLimit')
    expect(await world.refusal(asset.write.transfer([fresh, 1n], by(admin)))).toBe('HolderLimit')
    await world.mined(asset.write.transfer([admin, 10n], by(one)))
    expect(await asset.read.holderCount()).toBe(0n)
    expect(await asset.read.unitsOfInvestor([investor('Ada')])).toBe(0n)
    await world.mined(asset.write.transfer([fresh, 10n], by(admin)))
    expect(await asset.read.holderCount()).toBe(1n)
  })

  it('free a place when the last unit of an investor is burned', async () => {
    const { asset, admin, newHolder, mint } = await world.newAsset({ maxHolders: 1n })
    const [one, fresh] = [await newHolder(5n), await newHolder()]
    await world.mined(asset.write.burn([one, 5n], by(admin)))
    await mint(fresh, 1n)
    expect(await asset.read.holderCount()).toBe(1n)
  })

  it('leave the list of holding wallets whole while they come and go', async () => {
    const { asset, admin, newHolder, mint } = await world.newAsset()
    const [a, b, c] = [await newHolder(1n), await newHolder(2n), await newHolder(3n)]
    await mint(admin, 4n)
    const page = (offset: bigint, limit: bigint) => asset.read.holdersPage([offset, limit])
    expect(await page(0n, 10n)).toEqual([
      [a, b, c, admin],
      [1n, 2n, 3n, 4n],
    ])
    await world.mined(asset.write.transfer([b, 1n], by(a)))
    expect(await page(0n, 2n)).toEqual([
      [admin, b],
      [4n, 3n],
    ])
    expect(await page(2n, 2n ** 256n - 1n)).toEqual([[c], [3n]])
    expect(await page(3n, 1n)).toEqual([[], []])
    expect(await page(2n ** 256n - 1n, 2n ** 256n - 1n)).toEqual([[], []])
    await world.mined(asset.write.burn([c, 3n], by(admin)))
    expect(await asset.read.walletCount()).toBe(2n)
    await mint(a, 9n)
    expect(await page(0n, 10n)).toEqual([
      [admin, b, a],
      [4n, 3n, 9n],
    ])
    // The admin stands where another stood before, and goes from there.
    await world.mined(asset.write.burn([admin, 4n], by(admin)))
    expect(await page(0n, 10n)).toEqual([
      [a, b],
      [9n, 3n],
    ])
  })
})
