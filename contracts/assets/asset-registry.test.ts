import { type Hex, pad, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assetTokenSelectors, assetTokenTopics } from '../generated/asset-token'
import { type AssetWorld, by, eventsOf, investor, openAssetWorld } from '../testing/asset-world'
import { errorSelector } from './error-selector'

const none = pad('0x', { size: 4 })

describe('the registry of an asset', () => {
  let world: AssetWorld
  beforeAll(async () => {
    world = await openAssetWorld()
  })
  afterAll(() => world.close())

  it('registers wallets by investor, refuses lines one by one and passes over what it knows', async () => {
    const { asset, admin, register } = await world.newAsset()
    const [first, second] = [await world.newWallet(), await world.newWallet()]
    await register([first], [investor('Ada')])
    const wallets = [second, first, first, zeroAddress, asset.address, second, second]
    const investors = ['Ada', 'Ada', 'Bo', 'Ada', 'Ada', '', 'Bo'].map(investor)
    const { result } = await asset.simulate.registerWallets([wallets, investors], { account: admin })
    const [taken, invalid] = [errorSelector('WalletTaken'), errorSelector('InvalidWallet')]
    expect(result).toEqual([none, none, taken, invalid, invalid, invalid, taken])
    expect(eventsOf(await register(wallets, investors))).toEqual([
      { event: 'WalletRegistered', wallet: second, investor: investor('Ada') },
      { event: 'LineRefused', line: 2n, wallet: first, reason: taken },
      { event: 'LineRefused', line: 3n, wallet: zeroAddress, reason: invalid },
      { event: 'LineRefused', line: 4n, wallet: asset.address, reason: invalid },
      { event: 'LineRefused', line: 5n, wallet: second, reason: invalid },
      { event: 'LineRefused', line: 6n, wallet: second, reason: taken },
    ])
    expect(await asset.read.investorOf([second])).toBe(investor('Ada'))
    expect(await asset.read.isVerified([second])).toBe(true)
    expect(await asset.read.isVerified([asset.address])).toBe(false)
    expect(await asset.read.investorOf([zeroAddress])).toBe(pad('0x'))
  })

  it('removes wallets that hold nothing, and lets them go to another investor', async () => {
    const { asset, admin, newHolder, register } = await world.newAsset()
    const [empty, full, stranger] = [await newHolder(), await newHolder(1n), await world.newWallet()]
    const call = [[empty, full, stranger, empty]] as const
    const { result } = await asset.simulate.removeWallets(call, { account: admin })
    const [unknown, holds] = [errorSelector('NotRegistered'), errorSelector('WalletHoldsTokens')]
    expect(result).toEqual([none, holds, unknown, unknown])
    expect(eventsOf(await world.mined(asset.write.removeWallets(call, by(admin))))).toEqual([
      { event: 'WalletRemoved', wallet: empty },
      { event: 'LineRefused', line: 1n, wallet: full, reason: holds },
      { event: 'LineRefused', line: 2n, wallet: stranger, reason: unknown },
      { event: 'LineRefused', line: 3n, wallet: empty, reason: unknown },
    ])
    expect(await asset.read.isVerified([empty])).toBe(false)
    expect(await asset.read.isVerified([full])).toBe(true)
    await register([empty], [investor('Next')])
    expect(await asset.read.investorOf([empty])).toBe(investor('Next'))
  })

  it('goes by the names of ERC-3643 where it has a word for what is done', async () => {
    const { asset, admin, newHolder } = await world.newAsset()
    const holder = await newHolder()
    const names = Object.keys(assetTokenSelectors)
    expect(names).toEqual(
      expect.arrayContaining([
        'pause()',
        'unpause()',
        'paused()',
        'mint(address,uint256)',
        'batchMint(address[],uint256[])',
        'burn(address,uint256)',
        'forcedTransfer(address,address,uint256)',
        'setAddressFrozen(address,bool)',
        'batchSetAddressFrozen(address[],bool[])',
        'isFrozen(address)',
        'getFrozenTokens(address)',
        'isVerified(address)',
      ]),
    )
    expect(Object.keys(assetTokenTopics)).toContain('AddressFrozen(address,bool,address)')
    const frozen = await world.mined(asset.write.setAddressFrozen([holder, true], by(admin)))
    expect(eventsOf(frozen)).toEqual([{ event: 'AddressFrozen', wallet: holder, frozen: true, owner: admin }])
    expect(await asset.read.isFrozen([holder])).toBe(true)
    expect((await world.mined(asset.write.setAddressFrozen([holder, true], by(admin)))).logs).toEqual([])
    expect(await world.refusal(asset.write.setAddressFrozen([admin, true], by(admin)))).toBe('InvalidWallet')
  })

  it('freezes wallets for sending and receiving, and thaws none by a new registration', async () => {
    const { asset, admin, newHolder, register } = await world.newAsset()
    const [frozen, free, other] = [await newHolder(5n), await newHolder(5n), await newHolder()]
    const freeze = (wallets: Hex[], states: boolean[]) =>
      asset.write.batchSetAddressFrozen([wallets, states], by(admin))
    expect(eventsOf(await world.mined(freeze([frozen, other, free], [true, true, false])))).toEqual([
      { event: 'AddressFrozen', wallet: frozen, frozen: true, owner: admin },
      { event: 'AddressFrozen', wallet: other, frozen: true, owner: admin },
    ])
    expect(await world.refusal(asset.write.transfer([free, 1n], by(frozen)))).toBe('WalletFrozen')
    expect(await world.refusal(asset.write.transfer([frozen, 1n], by(free)))).toBe('WalletFrozen')
    expect(await world.refusal(asset.write.mint([frozen, 1n], by(admin)))).toBe('WalletFrozen')
    expect(await asset.read.canSend([frozen])).toBe(false)
    expect(await asset.read.canReceive([frozen])).toBe(false)
    await world.mined(asset.write.removeWallets([[other]], by(admin)))
    expect(await world.refusal(asset.write.transfer([other, 1n], by(free)))).toBe('NotRegistered')
    await register([other], [investor('Other')])
    expect(await asset.read.isFrozen([other])).toBe(true)
    await world.mined(freeze([frozen], [false]))
    await world.mined(asset.write.transfer([free, 1n], by(frozen)))
    expect(await world.refusal(freeze([admin], [true]))).toBe('InvalidWallet')
    expect(await world.refusal(freeze([zeroAddress], [true]))).toBe('InvalidWallet')
  })

  it('takes lists of equal length only, and empty ones', async () => {
    const { asset, admin, newHolder } = await world.newAsset()
    const wallet = await newHolder()
    const as = by(admin)
    const uneven = [
      () => asset.write.registerWallets([[wallet], []], as),
      () => asset.write.batchSetAddressFrozen([[], [true]], as),
      () => asset.write.batchMint([[wallet], [1n, 2n]], as),
    ]
    for (const call of uneven) expect(await world.refusal(call())).toBe('LengthMismatch')
    const empty = [
      () => asset.write.registerWallets([[], []], as),
      () => asset.write.removeWallets([[]], as),
      () => asset.write.batchSetAddressFrozen([[], []], as),
      () => asset.write.batchMint([[], []], as),
    ]
    for (const call of empty) expect((await world.mined(call())).logs).toEqual([])
  })

  it('obeys nobody but its admin', async () => {
    const { asset, newHolder } = await world.newAsset({ paymentToken: (await world.newPayment()).address })
    const holder = await newHolder(5n)
    const as = by(holder)
    const { write } = asset
    const calls = [
      () => write.registerWallets([[holder], [investor('Me')]], as),
      () => write.removeWallets([[holder]], as),
      () => write.setAddressFrozen([holder, true], as),
      () => write.batchSetAddressFrozen([[holder], [true]], as),
      () => write.setFrozenTokens([holder, 1n], as),
      () => write.pause(as),
      () => write.unpause(as),
      () => write.mint([holder, 1n], as),
      () => write.batchMint([[holder], [1n]], as),
      () => write.burn([holder, 1n], as),
      () => write.forcedTransfer([holder, holder, 1n], as),
      () => write.recordCoupon([1n, 1, 1n, 1n], as),
      () => write.fundPayout([1n], as),
      () => write.recordRedemption([1n, 1n], as),
    ]
    for (const call of calls) expect(await world.refusal(call())).toBe('NotAdmin')
  })
})
