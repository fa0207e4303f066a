import { maxUint64 } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AssetWorld, by, openAssetWorld } from '../testing/asset-world'

const DAY = 86_400n

describe('the lock-up of an asset', () => {
  let world: AssetWorld
  beforeAll(async () => {
    world = await openAssetWorld()
  })
  afterAll(() => world.close())

  it('holds what was minted until its time, then lets it go', async () => {
    const { asset, admin, newHolder, mint } = await world.newAsset({ lockUpSeconds: 64n * DAY })
    const [holder, idle, other] = [await newHolder(), await newHolder(), await newHolder()]
    const lines = [
      [holder, idle],
      [10n, 8n],
    ] as const
    await world.mined(asset.write.batchMint(lines, by(admin)))
    const [lot] = await asset.read.lotsOf([holder])
    const unlockAt = lot?.unlockAt ?? 0n
    // Rounded up to the next day.
    const minted = await world.now()
    expect(unlockAt % DAY).toBe(0n)
    expect(unlockAt).toBeGreaterThan(minted + 64n * DAY - 60n)
    expect(unlockAt).toBeLessThanOrEqual(minted + 65n * DAY)
    expect(await world.refusal(asset.write.transfer([other, 1n], by(holder)))).toBe('LockedUp')
    await world.pass(unlockAt - (await world.now()) - 5n * DAY)
    await mint(holder, 7n)
    await world.test.setNextBlockTimestamp({ timestamp: unlockAt - 1n })
    expect(await world.refusal(asset.write.transfer([other, 1n], by(holder)))).toBe('LockedUp')
    expect(await asset.read.locked([holder])).toBe(17n)
    await world.test.setNextBlockTimestamp({ timestamp: unlockAt })
    await world.mined(asset.write.transfer([other, 4n], by(holder)))
    expect(await asset.read.locked([holder])).toBe(7n)
    expect(await asset.read.locked([idle])).toBe(0n)
    expect(await world.refusal(asset.write.transfer([other, 7n], by(holder)))).toBe('LockedUp')
    await world.mined(asset.write.transfer([other, 6n], by(holder)))
    await world.pass(60n * DAY)
    await world.mined(asset.write.transfer([other, 7n], by(holder)))
    expect(await asset.read.lotsOf([holder])).toEqual([])
    expect(await world.refusal(asset.write.mint([admin, 1n], by(admin)))).toBeNull()
  })

  it('holds within one investor too, but never what came by a transfer, and never the admin', async () => {
    const { asset, admin, newHolder, mint } = await world.newAsset({ lockUpSeconds: DAY })
    const [one, two] = [await newHolder(10n, 'Ada'), await newHolder(0n, 'Ada')]
    expect(await world.refusal(asset.write.transfer([two, 1n], by(one)))).toBe('LockedUp')
    await mint(admin, 10n)
    await world.mined(asset.write.transfer([one, 4n], by(admin)))
    await world.mined(asset.write.transfer([two, 4n], by(one)))
    await world.mined(asset.write.transfer([one, 4n], by(two)))
    expect(await asset.read.locked([one])).toBe(10n)
  })

  it('gives way to force: free units go first, then the lots that unlock last', async () => {
    const { asset, admin, newHolder, mint } = await world.newAsset({ lockUpSeconds: 64n * DAY })
    const [holder, other] = [await newHolder(10n), await newHolder()]
    await world.pass(2n * DAY)
    await mint(holder, 5n)
    await mint(admin, 4n)
    await world.mined(asset.write.transfer([holder, 4n], by(admin)))
    const amounts = async () => (await asset.read.lotsOf([holder])).map(({ amount }) => amount)
    await world.mined(asset.write.burn([holder, 4n], by(admin)))
    expect(await amounts()).toEqual([10n, 5n])
    await world.mined(asset.write.forcedTransfer([holder, other, 2n], by(admin)))
    expect(await amounts()).toEqual([10n, 3n])
    // Units that were moved by force are free at once.
    await world.mined(asset.write.transfer([admin, 2n], by(other)))
    await world.mined(asset.write.burn([holder, 7n], by(admin)))
    expect(await amounts()).toEqual([6n])
    expect(await asset.read.locked([holder])).toBe(6n)
    await world.mined(asset.write.burn([holder, 1n], by(admin)))
    expect(await amounts()).toEqual([5n])
    // To itself nothing is taken.
    await world.mined(asset.write.forcedTransfer([holder, holder, 5n], by(admin)))
    expect(await amounts()).toEqual([5n])
    await world.mined(asset.write.burn([holder, 5n], by(admin)))
    expect(await amounts()).toEqual([])
    await mint(holder, 3n)
    expect(await amounts()).toEqual([3n])
  })

  it.each([1n, 63n, 127n, 1_000n, 10n * DAY])(
    'keeps few lots, however often is minted within %s seconds',
    async (lockUpSeconds) => {
      const { asset, admin, newHolder } = await world.newAsset({ lockUpSeconds })
      const [holder, other] = [await newHolder(), await newHolder()]
      const pace = lockUpSeconds / 100n + 1n
      // Beyond the time in which the first of them unlock.
      const mints = lockUpSeconds / pace + 15n
      const start = (await world.now()) + 100n
      let units = 0n
      for (let i = 0n; i < mints; i++) {
        await world.test.setNextBlockTimestamp({ timestamp: start + i * pace })
        await world.mined(asset.write.mint([holder, 1n], by(admin)))
        units += 1n
      }
      const lots = await asset.read.lotsOf([holder])
      expect(lots.length).toBeLessThanOrEqual(66)
      const end = start + (mints - 1n) * pace
      // Each unit stays for the lock-up, and at most a 64th of it (rounded up) longer.
      const longest = lockUpSeconds + (lockUpSeconds + 63n) / 64n
      const mintedWithin = (seconds: bigint) => (seconds <= 0n ? 0n : (seconds + pace - 1n) / pace)
      const locked = await asset.read.locked([holder])
      expect(locked).toBeGreaterThanOrEqual(mintedWithin(lockUpSeconds))
      expect(locked).toBeLessThanOrEqual(mintedWithin(longest))
      await world.test.setNextBlockTimestamp({ timestamp: end + longest })
      await world.mined(asset.write.transfer([other, units], by(holder)))
      expect(await asset.read.balanceOf([other])).toBe(units)
    },
  )

  it('costs a later mint little, however many lots are over by then, and the number of lots stays bounded', async () => {
    const { asset, admin, newHolder } = await world.newAsset({ lockUpSeconds: 64n })
    const [holder, other] = [await newHolder(), await newHolder()]
    const start = (await world.now()) + 100n
    const mintAt = async (timestamp: bigint) => {
      await world.test.setNextBlockTimestamp({ timestamp })
      return (await world.mined(asset.write.mint([holder, 1n], by(admin)))).gasUsed
    }
    for (let i = 0n; i < 64n; i++) await mintAt(start + i)
    expect(await asset.read.lotsOf([holder])).toHaveLength(64)
    const gas: bigint[] = []
    for (let i = 0n; i < 64n; i++) gas.push(await mintAt(start + 10_000n + i))
    // A mint to a new holder takes more than that.
    for (const used of gas) expect(used).toBeLessThan(120_000n)
    expect(await asset.read.lotsOf([holder])).toHaveLength(64)
    await world.test.setNextBlockTimestamp({ timestamp: start + 20_000n })
    const { gasUsed } = await world.mined(asset.write.transfer([other, 128n], by(holder)))
    expect(gasUsed).toBeLessThan(700_000n)
    expect(await asset.read.lotsOf([holder])).toEqual([])
  })

  it('may be longer than time itself', async () => {
    const { asset, newHolder } = await world.newAsset({ lockUpSeconds: maxUint64 })
    const [holder, other] = [await newHolder(10n), await newHolder()]
    expect(await asset.read.locked([holder])).toBe(10n)
    expect(await world.refusal(asset.write.transfer([other, 1n], by(holder)))).toBe('LockedUp')
  })
})
