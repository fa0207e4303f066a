import { type Hex, maxUint128, maxUint256, parseEventLogs, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { yieldTokenAbi } from '../generated/yield-token'
import { type AssetWorld, by, eventsOf, investor, openAssetWorld } from '../testing/asset-world'
import { errorSelector } from './error-selector'

describe('units of an asset', () => {
  let world: AssetWorld
  beforeAll(async () => {
    world = await openAssetWorld()
  })
  afterAll(() => world.close())

  it('go between registered wallets only, the admin excepted', async () => {
    const { asset, admin, newHolder, mint } = await world.newAsset()
    const [holder, other, stranger] = [await newHolder(10n), await newHolder(), await world.newWallet()]
    await world.mined(asset.write.transfer([other, 4n], by(holder)))
    expect(await asset.read.balanceOf([other])).toBe(4n)
    expect(await world.refusal(asset.write.transfer([stranger, 1n], by(holder)))).toBe('NotRegistered')
    expect(await world.refusal(asset.write.transfer([asset.address, 1n], by(holder)))).toBe('NotRegistered')
    expect(await world.refusal(asset.write.transfer([zeroAddress, 1n], by(holder)))).toBe('InvalidWallet')
    expect(await world.refusal(asset.write.transfer([holder, 0n], by(stranger)))).toBe('NotRegistered')
    expect(await world.refusal(asset.write.mint([stranger, 1n], by(admin)))).toBe('NotRegistered')
    await mint(admin, 3n)
    await world.mined(asset.write.transfer([holder, 3n], by(admin)))
    await world.mined(asset.write.transfer([admin, 9n], by(holder)))
    expect(await asset.read.balanceOf([admin])).toBe(9n)
  })

  it('go by an allowance under the same rules', async () => {
    const { asset, admin, newHolder } = await world.newAsset()
    const [holder, other, spender] = [await newHolder(10n), await newHolder(), await world.newWallet()]
    const spend = (amount: bigint) => asset.write.transferFrom([holder, other, amount], by(spender))
    expect(await world.refusal(spend(1n))).toBe('ERC20InsufficientAllowance')
    await world.mined(asset.write.approve([spender, 5n], by(holder)))
    await world.mined(spend(2n))
    expect(await asset.read.allowance([holder, spender])).toBe(3n)
    expect(await world.refusal(spend(4n))).toBe('ERC20InsufficientAllowance')
    await world.mined(asset.write.batchSetAddressFrozen([[other], [true]], by(admin)))
    expect(await world.refusal(spend(1n))).toBe('WalletFrozen')
  })

  it('stay within the balance, whoever moves them', async () => {
    const { asset, admin, newHolder } = await world.newAsset()
    const [holder, other] = [await newHolder(10n), await newHolder()]
    for (const amount of [11n, maxUint256]) {
      expect(await world.refusal(asset.write.transfer([other, amount], by(holder)))).toBe('InsufficientBalance')
      expect(await world.refusal(asset.write.burn([holder, amount], by(admin)))).toBe('InsufficientBalance')
      const forced = asset.write.forcedTransfer([holder, other, amount], by(admin))
      expect(await world.refusal(forced)).toBe('InsufficientBalance')
    }
    // ERC-7943 leaves the balance to the transfer.
    expect(await asset.read.canTransfer([holder, other, 11n])).toBe(true)
    expect(await asset.read.refusalOf([holder, other, 11n])).toBe(errorSelector('InsufficientBalance'))
  })

  it('are at most what 128 bits hold', async () => {
    const { asset, admin, newHolder, mint } = await world.newAsset()
    const holder = await newHolder()
    expect(await world.refusal(asset.write.mint([holder, maxUint128 + 1n], by(admin)))).toBe('SupplyLimit')
    expect(await world.refusal(asset.write.mint([holder, maxUint256], by(admin)))).toBe('SupplyLimit')
    await mint(holder, maxUint128)
    expect(await world.refusal(asset.write.mint([holder, 1n], by(admin)))).toBe('SupplyLimit')
    await mint(holder, 0n)
    expect(await asset.read.totalSupply()).toBe(maxUint128)
  })

  it('are minted line by line, each line judged after the ones before it', async () => {
    const { asset, admin, newHolder } = await world.newAsset({ maxPerInvestor: 10n })
    const [holder, stranger] = [await newHolder(), await world.newWallet()]
    const [unknown, limit] = [errorSelector('NotRegistered'), errorSelector('InvestorLimit')]
    const call = [
      [holder, stranger, holder, holder],
      [6n, 1n, 5n, 4n],
    ] as const
    const { result } = await asset.simulate.batchMint(call, { account: admin })
    expect(result).toEqual(['0x00000000', unknown, limit, '0x00000000'])
    expect(eventsOf(await world.mined(asset.write.batchMint(call, by(admin))))).toEqual([
      { event: 'LineRefused', line: 1n, wallet: stranger, reason: unknown },
      { event: 'LineRefused', line: 2n, wallet: holder, reason: limit },
    ])
    expect(await asset.read.balanceOf([holder])).toBe(10n)
  })

  it('do not move between holders while the asset is paused, but the admin goes on', async () => {
    const { asset, admin, newHolder, mint, register } = await world.newAsset()
    const [holder, other] = [await newHolder(10n), await newHolder()]
    await mint(admin, 2n)
    await world.mined(asset.write.approve([other, 5n], by(holder)))
    expect(eventsOf(await world.mined(asset.write.pause(by(admin))))).toEqual([{ event: 'Paused', account: admin }])
    expect(await world.refusal(asset.write.pause(by(admin)))).toBe('EnforcedPause')
    expect(await world.refusal(asset.write.transfer([other, 1n], by(holder)))).toBe('EnforcedPause')
    expect(await world.refusal(asset.write.transfer([other, 1n], by(admin)))).toBe('EnforcedPause')
    // The check of the pause comes before those of wallets, for every caller.
    const stranger = await world.newWallet()
    expect(await world.refusal(asset.write.transfer([stranger, 1n], by(stranger)))).toBe('EnforcedPause')
    expect(await world.refusal(asset.write.transferFrom([holder, other, 1n], by(other)))).toBe('EnforcedPause')
    await mint(holder, 1n)
    await world.mined(asset.write.burn([holder, 1n], by(admin)))
    await world.mined(asset.write.forcedTransfer([holder, other, 4n], by(admin)))
    await register([await world.newWallet()], [investor('New')])
    await world.mined(asset.write.unpause(by(admin)))
    expect(await world.refusal(asset.write.unpause(by(admin)))).toBe('ExpectedPause')
    await world.mined(asset.write.transfer([other, 6n], by(holder)))
    expect(await asset.read.balanceOf([other])).toBe(10n)
  })

  it('freeze in part, more than there are too', async () => {
    const { asset, admin, newHolder, mint } = await world.newAsset()
    const [holder, other] = [await newHolder(10n), await newHolder()]
    const freeze = (amount: bigint) => world.mined(asset.write.setFrozenTokens([holder, amount], by(admin)))
    expect(eventsOf(await freeze(7n))).toEqual([{ event: 'Frozen', account: holder, amount: 7n }])
    expect(await world.refusal(asset.write.transfer([other, 4n], by(holder)))).toBe('FrozenTokens')
    expect(await asset.read.canTransfer([holder, other, 4n])).toBe(false)
    await world.mined(asset.write.transfer([other, 3n], by(holder)))
    await freeze(20n)
    await mint(holder, 3n)
    expect(await world.refusal(asset.write.transfer([other, 1n], by(holder)))).toBe('FrozenTokens')
    await world.mined(asset.write.transfer([other, 0n], by(holder)))
    expect(await asset.read.getFrozenTokens([holder])).toBe(20n)
    expect(await world.refusal(asset.write.setFrozenTokens([admin, 1n], by(admin)))).toBe('InvalidWallet')
    expect(await world.refusal(asset.write.setFrozenTokens([zeroAddress, 1n], by(admin)))).toBe('InvalidWallet')
  })

  it('are taken by force from frozen wallets, and no more stays frozen than the wallet has', async () => {
    const { asset, admin, newHolder } = await world.newAsset()
    const [holder, other] = [await newHolder(10n), await newHolder()]
    await world.mined(asset.write.setFrozenTokens([holder, 6n], by(admin)))
    await world.mined(asset.write.batchSetAddressFrozen([[holder], [true]], by(admin)))
    expect(eventsOf(await world.mined(asset.write.forcedTransfer([holder, other, 4n], by(admin))))).toEqual([
      { event: 'ForcedTransfer', from: holder, to: other, amount: 4n },
    ])
    expect(eventsOf(await world.mined(asset.write.forcedTransfer([holder, admin, 1n], by(admin))))).toEqual([
      { event: 'Frozen', account: holder, amount: 5n },
      { event: 'ForcedTransfer', from: holder, to: admin, amount: 1n },
    ])
    expect(eventsOf(await world.mined(asset.write.burn([holder, 3n], by(admin))))).toEqual([
      { event: 'Frozen', account: holder, amount: 2n },
    ])
    await world.mined(asset.write.batchSetAddressFrozen([[holder], [false]], by(admin)))
    expect(eventsOf(await world.mined(asset.write.forcedTransfer([holder, holder, 2n], by(admin))))).toEqual([
      { event: 'ForcedTransfer', from: holder, to: holder, amount: 2n },
    ])
    await world.mined(asset.write.batchSetAddressFrozen([[holder], [true]], by(admin)))
    const stranger = await world.newWallet()
    const force = (from: `0x${string}`, to: `0x${string}`) => asset.write.forcedTransfer([from, to, 1n], by(admin))
    expect(await world.refusal(force(other, stranger))).toBe('NotRegistered')
    expect(await world.refusal(force(other, holder))).toBe('WalletFrozen')
    expect(await world.refusal(force(other, zeroAddress))).toBe('InvalidWallet')
    expect(await world.refusal(force(zeroAddress, other))).toBe('InvalidWallet')
    expect(await world.refusal(asset.write.burn([zeroAddress, 0n], by(admin)))).toBe('InvalidWallet')
  })

  it('are told to be thawed before they are told to move (ERC-7943)', async () => {
    const { asset, admin, newHolder } = await world.newAsset()
    const [holder, other] = [await newHolder(10n), await newHolder()]
    await world.mined(asset.write.setFrozenTokens([holder, 10n], by(admin)))
    const named = async (hash: Promise<Hex>) =>
      parseEventLogs({ abi: yieldTokenAbi, logs: (await world.mined(hash)).logs }).map(({ eventName }) => eventName)
    expect(await named(asset.write.forcedTransfer([holder, other, 4n], by(admin)))).toEqual([
      'Frozen',
      'Transfer',
      'ForcedTransfer',
    ])
    expect(await named(asset.write.burn([holder, 6n], by(admin)))).toEqual(['Frozen', 'Transfer'])
    expect(await asset.read.getFrozenTokens([holder])).toBe(0n)
  })

  it('may be sent to the sender itself, which changes nothing', async () => {
    const { asset, newHolder } = await world.newAsset({ maxHolders: 1n, maxPerInvestor: 10n })
    const holder = await newHolder(10n)
    await world.mined(asset.write.transfer([holder, 10n], by(holder)))
    expect(await asset.read.balanceOf([holder])).toBe(10n)
    expect(await asset.read.holderCount()).toBe(1n)
    expect(await asset.read.holdersPage([0n, 10n])).toEqual([[holder], [10n]])
  })

  it('are told of in the words of ERC-165 and ERC-7943', async () => {
    const { asset, newHolder } = await world.newAsset()
    const holder = await newHolder()
    const ids = ['0x3edbb4c4', '0x36372b07', '0x01ffc9a7', '0xffffffff'] as const
    expect(await Promise.all(ids.map((id) => asset.read.supportsInterface([id])))).toEqual([true, true, true, false])
    // `canTransfer` refuses every wallet that `canSend` refuses, including the zero address, though a mint would
    // succeed.
    expect(await asset.read.canSend([zeroAddress])).toBe(false)
    expect(await asset.read.canTransfer([zeroAddress, holder, 1n])).toBe(false)
    expect(await asset.read.refusalOf([zeroAddress, holder, 1n])).toBe('0x00000000')
  })
})
