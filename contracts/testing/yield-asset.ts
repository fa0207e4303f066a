import type { Address } from 'viem'
import { type AssetParams, type AssetWorld, by } from './asset-world'

/** How `HostilePayment` behaves, by the number it goes by. */
export const MANNERS = {
  honest: 0,
  reverts: 1,
  answersFalse: 2,
  answersNothing: 3,
  answersOddly: 4,
  answersLength: 5,
  burnsGas: 6,
  takesFee: 7,
  overcharges: 8,
  reEnters: 9,
} as const

/** A new yield-bearing asset with a new payment token, and what its admin does with payouts. */
export async function newYieldAsset(world: AssetWorld, fields: Partial<AssetParams> = {}) {
  const payment = await world.newPayment()
  const made = await world.newAsset({ paymentToken: payment.address, ...fields })
  const { asset, admin } = made

  /** Gives the admin money and lets the asset have it. */
  async function give(amount: bigint) {
    await world.mined(payment.write.mint([admin, amount], by(admin)))
    await world.mined(payment.write.approve([asset.address, amount], by(admin)))
  }

  /** Records a coupon as of the newest block, a while later. */
  async function record(index: bigint, numerator: bigint, denominator: bigint) {
    const recordTime = Number(await world.now())
    await world.pass(10n)
    const receipt = await world.mined(asset.write.recordCoupon([index, recordTime, numerator, denominator], by(admin)))
    return { recordTime, receipt }
  }

  async function fund(id: bigint) {
    await give(await asset.read.requiredFunds([id]))
    return world.mined(asset.write.fundPayout([id], by(admin)))
  }

  return {
    ...made,
    payment,
    give,
    record,
    fund,
    /** Recorded and funded. */
    async coupon(index: bigint, numerator: bigint, denominator: bigint) {
      await record(index, numerator, denominator)
      await fund(index)
    },
    moneyOf: (owner: Address) => payment.read.balanceOf([owner]),
    pay: async (index: bigint, holders: readonly Address[]) =>
      world.mined(asset.write.payCoupon([index, holders], by(await world.newWallet()))),
    redeem: async (holders: readonly Address[]) =>
      world.mined(asset.write.redeem([holders], by(await world.newWallet()))),
    behave: (manner: keyof typeof MANNERS) => world.mined(payment.write.behave([MANNERS[manner]], by(admin))),
    behaveTowards: (receiver: Address, manner: keyof typeof MANNERS) =>
      world.mined(payment.write.behaveTowards([receiver, MANNERS[manner]], by(admin))),
  }
}
