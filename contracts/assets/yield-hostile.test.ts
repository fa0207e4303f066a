import { encodeFunctionData, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import { hostilePaymentAbi } from '../generated/hostile-payment'
import { yieldTokenAbi } from '../generated/yield-token'
import { type AssetWorld, by, eventsOf, openAssetWorld } from '../testing/asset-world'
import { newYieldAsset } from '../testing/yield-asset'

describe('payouts in the face of hostile tokens and receivers', () => {
  let world: AssetWorld
  beforeAll(async () => {
    world = await openAssetWorld()
  })
  afterAll(() => world.close())

  it.each(['reverts', 'answersFalse', 'answersOddly', 'burnsGas', 'overcharges'] as const)(
    'set the money aside where the payment token %s, and pay the others',
    async (manner) => {
      const { asset, newHolder, coupon, pay, moneyOf, behaveTowards } = await newYieldAsset(world)
      const [one, refused, two] = [await newHolder(10n), await newHolder(20n), await newHolder(30n)]
      await behaveTowards(refused, manner)
      await coupon(1n, 1n, 1n)
      expect(eventsOf(await pay(1n, [one, refused, two, refused]))).toEqual([
        { event: 'PayoutPaid', id: 1n, holder: one, units: 10n, amount: 10n },
        { event: 'PayoutOwed', id: 1n, holder: refused, units: 20n, amount: 20n },
        { event: 'PayoutPaid', id: 1n, holder: two, units: 30n, amount: 30n },
      ])
      expect(await asset.read.owed([refused])).toBe(20n)
      expect(await moneyOf(asset.address)).toBe(20n)
      // Settled, yet what is owed is no rest.
      expect((await world.mined(asset.write.returnRest([1n], by(one)))).logs).toEqual([])
      expect(await world.refusal(asset.write.payOwed([refused], by(one)))).toBe('PaymentRefused')
      await behaveTowards(refused, 'honest')
      const paid = await world.mined(asset.write.payOwed([refused], by(one)))
      expect(eventsOf(paid)).toEqual([{ event: 'OwedPaid', holder: refused, amount: 20n }])
      expect((await world.mined(asset.write.payOwed([refused], by(one)))).logs).toEqual([])
      expect((await pay(1n, [refused])).logs).toEqual([])
      expect(await moneyOf(refused)).toBe(20n)
      expect(await moneyOf(asset.address)).toBe(0n)
    },
  )

  it.each(['answersNothing', 'answersLength'] as const)(
    'take a payment token that %s for one that paid',
    async (manner) => {
      const { newHolder, coupon, pay, moneyOf, behaveTowards } = await newYieldAsset(world)
      const holder = await newHolder(10n)
      await behaveTowards(holder, manner)
      await coupon(1n, 1n, 1n)
      const receipt = await pay(1n, [holder])
      expect(eventsOf(receipt)).toMatchObject([{ event: 'PayoutPaid', holder }])
      expect(receipt.gasUsed).toBeLessThan(400_000n)
      expect(await moneyOf(holder)).toBe(10n)
    },
  )

  it('keep the money of frozen wallets until they are thawed', async () => {
    const { asset, admin, newHolder, coupon, pay, redeem, fund, moneyOf } = await newYieldAsset(world)
    const holder = await newHolder(10n)
    const freeze = (frozen: boolean) => world.mined(asset.write.batchSetAddressFrozen([[holder], [frozen]], by(admin)))
    await coupon(1n, 1n, 1n)
    await freeze(true)
    await pay(1n, [holder])
    await world.mined(asset.write.recordRedemption([5n, 1n], by(admin)))
    await fund(0n)
    expect(eventsOf(await redeem([holder]))).toEqual([{ event: 'PayoutOwed', id: 0n, holder, units: 10n, amount: 50n }])
    expect(await asset.read.totalSupply()).toBe(0n)
    expect(await asset.read.owed([holder])).toBe(60n)
    expect(await world.refusal(asset.write.payOwed([holder], by(holder)))).toBe('WalletFrozen')
    await freeze(false)
    await world.mined(asset.write.payOwed([holder], by(holder)))
    expect(await moneyOf(holder)).toBe(60n)
  })

  it('let nobody in again while they pay', async () => {
    const { asset, admin, newHolder, coupon, redeem, fund, moneyOf, pay, payment, behave, give } =
      await newYieldAsset(world)
    const [one, two] = [await newHolder(10n), await newHolder(10n)]
    await coupon(1n, 1n, 1n)
    await coupon(2n, 1n, 1n)
    // The third leaves a rest that could be returned.
    await coupon(3n, 1n, 20n)
    await pay(3n, [one, two])
    await behave('reEnters')
    const aim = (data: Hex) => world.mined(payment.write.aim([asset.address, data], by(admin)))
    const abi = yieldTokenAbi
    const entries = [
      encodeFunctionData({ abi, functionName: 'payCoupon', args: [1n, [one, two]] }),
      encodeFunctionData({ abi, functionName: 'payCoupon', args: [2n, [one, two]] }),
      encodeFunctionData({ abi, functionName: 'claimCoupon', args: [1n] }),
      encodeFunctionData({ abi, functionName: 'payOwed', args: [one] }),
      encodeFunctionData({ abi, functionName: 'returnRest', args: [3n] }),
      encodeFunctionData({ abi, functionName: 'redeem', args: [[one, two]] }),
    ]
    for (const [index, data] of entries.entries()) {
      await aim(data)
      const id = BigInt(index + 10)
      await give(20n)
      const recordTime = Number(await world.now())
      await world.pass(1n)
      await world.mined(asset.write.recordCoupon([id, recordTime, 1n, 1n], by(admin)))
      await world.mined(asset.write.fundPayout([id], by(admin)))
      await pay(id, [one, two])
    }
    expect(await payment.read.attempts()).toBe(18n)
    expect(await payment.read.successes()).toBe(0n)
    expect(await Promise.all([one, two, asset.address].map(moneyOf))).toEqual([60n, 60n, 41n])
    await world.mined(asset.write.recordRedemption([1n, 1n], by(admin)))
    await fund(0n)
    await redeem([one, two])
    expect(await payment.read.successes()).toBe(0n)
    expect(await Promise.all([one, two, asset.address].map(moneyOf))).toEqual([70n, 70n, 41n])
  })

  it('are not funded by a payment token that brings less than it was told to', async () => {
    const { asset, admin, newHolder, record, give, behave, moneyOf } = await newYieldAsset(world)
    await newHolder(10n)
    await record(1n, 1n, 1n)
    await give(10n)
    const fund = () => asset.write.fundPayout([1n], by(admin))
    await behave('takesFee')
    expect(await world.refusal(fund())).toBe('UnderFunded')
    await behave('answersFalse')
    expect(await world.refusal(fund())).toBe('SafeERC20FailedOperation')
    expect(await moneyOf(asset.address)).toBe(0n)
    await behave('answersNothing')
    await world.mined(fund())
    expect(await moneyOf(asset.address)).toBe(10n)
  })

  it('give back what a payment token brought beyond what it was told to', async () => {
    const { asset, admin, newHolder, record, give, pay, payment, behave, moneyOf } = await newYieldAsset(world)
    const holder = await newHolder(10n)
    await record(1n, 1n, 1n)
    await give(10n)
    const gift = encodeFunctionData({ abi: hostilePaymentAbi, functionName: 'mint', args: [asset.address, 5n] })
    await world.mined(payment.write.aim([payment.address, gift], by(admin)))
    await behave('reEnters')
    const funded = await world.mined(asset.write.fundPayout([1n], by(admin)))
    expect(eventsOf(funded)).toEqual([{ event: 'PayoutFunded', id: 1n, amount: 15n }])
    await behave('honest')
    await pay(1n, [holder])
    await world.mined(asset.write.returnRest([1n], by(holder)))
    expect(await Promise.all([holder, admin, asset.address].map(moneyOf))).toEqual([10n, 5n, 0n])
  })

  it('of nothing ask nothing of the payment token', async () => {
    const { newHolder, coupon, pay, behave } = await newYieldAsset(world)
    const holder = await newHolder(1n)
    await coupon(1n, 1n, 2n)
    await behave('reverts')
    expect(eventsOf(await pay(1n, [holder]))).toEqual([{ event: 'PayoutPaid', id: 1n, holder, units: 1n, amount: 0n }])
  })

  it('cannot be failed from outside by bringing too little gas', async () => {
    const { asset, newHolder, coupon, moneyOf } = await newYieldAsset(world)
    const holder = await newHolder(10n)
    await coupon(1n, 1n, 1n)
    const early = { ...by(holder), gas: 220_000n }
    expect(await world.refusal(asset.write.payCoupon([1n, [holder]], early))).toBe('NotEnoughGas')
    for (let gas = 60_000n; gas < 320_000n; gas += 10_000n) {
      const hash = await asset.write.payCoupon([1n, [holder]], { ...by(await world.newWallet()), gas })
      const { status } = await waitForReceipt(world.client, hash, { pollMs: 20 })
      expect(await moneyOf(holder)).toBe(status === 'success' ? 10n : 0n)
      expect(await asset.read.owed([holder])).toBe(0n)
    }
    expect(await moneyOf(holder)).toBe(10n)
  })

  it('keep the rest until the admin takes it', async () => {
    const { asset, admin, newHolder, coupon, pay, moneyOf, behaveTowards } = await newYieldAsset(world)
    const [one, two] = [await newHolder(1n), await newHolder(1n)]
    await coupon(1n, 1n, 2n)
    await pay(1n, [one, two])
    const returnRest = () => asset.write.returnRest([1n], by(one))
    await behaveTowards(admin, 'reverts')
    expect(await world.refusal(returnRest())).toBe('PaymentRefused')
    await behaveTowards(admin, 'honest')
    await world.mined(returnRest())
    expect(await moneyOf(admin)).toBe(1n)
  })

  it('are sent by nobody but the asset itself', async () => {
    const { asset, admin, newHolder, coupon } = await newYieldAsset(world)
    await newHolder(10n)
    await coupon(1n, 1n, 1n)
    expect(await world.refusal(asset.write.sendPayment([admin, 1n], by(admin)))).toBe('NotItself')
  })

  it('leave the admin no way to the money of holders', async () => {
    const { asset, admin, newHolder, coupon, moneyOf, payment } = await newYieldAsset(world)
    const [holder, other] = [await newHolder(10n), await newHolder()]
    await coupon(1n, 3n, 1n)
    const { write } = asset
    // Neither freezing nor taking the units, closing the asset or removing the wallet changes what the coupon pays.
    await world.mined(write.batchSetAddressFrozen([[holder], [true]], by(admin)))
    await world.mined(write.forcedTransfer([holder, other, 4n], by(admin)))
    await world.mined(write.burn([holder, 6n], by(admin)))
    await world.mined(write.removeWallets([[holder]], by(admin)))
    await world.mined(write.recordRedemption([0n, 1n], by(admin)))
    await world.mined(write.fundPayout([0n], by(admin)))
    await world.mined(write.redeem([[other]], by(admin)))
    expect((await world.mined(write.returnRest([0n], by(admin)))).logs).toEqual([])
    expect(await world.refusal(write.returnRest([1n], by(admin)))).toBe('NotSettled')
    expect(await world.refusal(payment.write.transferFrom([asset.address, admin, 1n], by(admin)))).toBe(
      'ERC20InsufficientAllowance',
    )
    await world.mined(write.batchSetAddressFrozen([[holder], [false]], by(admin)))
    await world.mined(write.payCoupon([1n, [holder]], by(admin)))
    expect(await moneyOf(holder)).toBe(30n)
    expect(await moneyOf(admin)).toBe(0n)
  })
})
