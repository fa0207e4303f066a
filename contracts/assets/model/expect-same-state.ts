import type { Address } from 'viem'
import { expect } from 'vitest'
import type { newYieldAsset } from '../../testing/yield-asset'
import { type AssetModel, holderCountOf, lockedOf, sum, supplyOf, unitsOf } from './asset-model'
import { investorWord } from './operation-step'
import { PAYOUTS } from './operations'

type Contracts = Pick<Awaited<ReturnType<typeof newYieldAsset>>, 'asset' | 'payment'> & { wallets: readonly Address[] }
type State = Awaited<ReturnType<typeof readState>>

/** Expects an asset to be what the model is, and what no asset may ever be not to be. */
export async function expectSameState(model: AssetModel, contracts: Contracts): Promise<void> {
  const state = await readState(contracts, model)
  expect(state).toEqual(stateOf(model, contracts.wallets))
  expectSound(state, model)
}

const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index)
const byWallet = ([one]: readonly [Address, bigint], [other]: readonly [Address, bigint]) => one.localeCompare(other)

async function readState({ asset, payment, wallets }: Contracts, model: AssetModel) {
  const { read } = asset
  const [supply, holderCount, walletCount, paused, [listed, balances]] = await Promise.all([
    read.totalSupply(),
    read.holderCount(),
    read.walletCount(),
    read.paused(),
    read.holdersPage([0n, 100n]),
  ])
  const each = wallets.map(async (wallet) => ({
    investor: await read.investorOf([wallet]),
    balance: await read.balanceOf([wallet]),
    locked: await read.locked([wallet]),
    frozen: await read.isFrozen([wallet]),
    frozenTokens: await read.getFrozenTokens([wallet]),
    owed: await read.owed([wallet]),
    money: await payment.read.balanceOf([wallet]),
  }))
  const payouts = numbersTo(PAYOUTS).map(async (id) => {
    const { basis, funded, paidUnits, paidAmount, owed } = await read.payouts([BigInt(id)])
    return { basis, funded, paidUnits, paidAmount, owed }
  })
  const investors = [1, 2, 3, 4].map((investor) => read.unitsOfInvestor([investorWord(investor)]))
  return {
    supply,
    holderCount,
    walletCount,
    paused,
    holders: listed.map((wallet, index) => [wallet, balances[index] ?? 0n] as const).toSorted(byWallet),
    investors: await Promise.all(investors),
    wallets: await Promise.all(each),
    payouts: await Promise.all(payouts),
    money: await payment.read.balanceOf([asset.address]),
    supplyNow: await read.supplyAt([Number(model.time)]),
  }
}

function stateOf(model: AssetModel, addresses: readonly Address[]): State {
  const payouts = numbersTo(PAYOUTS).map((id) => model.payouts.get(id))
  const holding = model.wallets.flatMap(({ balance }, index) => {
    const address = addresses[index]
    return address && balance > 0n ? [[address, balance] as const] : []
  })
  const kept = payouts.map(
    (one) => (one?.funded ?? 0n) - (one?.paidAmount ?? 0n) - (one?.owed ?? 0n) - (one?.returned ?? 0n),
  )
  return {
    supply: supplyOf(model),
    holderCount: BigInt(holderCountOf(model)),
    walletCount: BigInt(holding.length),
    paused: model.paused,
    holders: holding.toSorted(byWallet),
    investors: [1, 2, 3, 4].map((investor) => unitsOf(model, investor)),
    wallets: model.wallets.map(({ investor, balance, frozen, frozenTokens, owed, money }, index) => {
      return {
        investor: investorWord(investor),
        balance,
        locked: lockedOf(model, index),
        frozen,
        frozenTokens,
        owed,
        money,
      }
    }),
    payouts: payouts.map((one) => ({
      basis: one?.basis ?? 0n,
      funded: one?.funded ?? 0n,
      paidUnits: one?.paidUnits ?? 0n,
      paidAmount: one?.paidAmount ?? 0n,
      owed: one?.owed ?? 0n,
    })),
    money: sum(kept) + sum(model.wallets.map(({ owed }) => owed)),
    supplyNow: supplyOf(model),
  }
}

function expectSound(state: State, { limits, wallets }: AssetModel): void {
  expect(sum(state.holders.map(([, balance]) => balance))).toBe(state.supply)
  if (limits.maxHolders > 0n) expect(state.holderCount).toBeLessThanOrEqual(limits.maxHolders)
  if (limits.maxPerInvestor > 0n)
    for (const units of state.investors) expect(units).toBeLessThanOrEqual(limits.maxPerInvestor)
  for (const { basis, funded, paidUnits, paidAmount, owed } of state.payouts) {
    expect(paidAmount + owed).toBeLessThanOrEqual(funded)
    expect(paidUnits).toBeLessThanOrEqual(basis)
    // Each holder's amount is floored by less than one unit of money.
    if (basis > 0n && paidUnits === basis) expect(funded - paidAmount - owed).toBeLessThan(BigInt(wallets.length))
  }
  expect(sum(state.wallets.map(({ owed }) => owed))).toBeLessThanOrEqual(state.money)
}
