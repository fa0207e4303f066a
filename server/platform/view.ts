import type { GasHolding } from '@/schemas/chains/contract'
import type { TreasuryChain, TreasuryWalletView } from '@/schemas/platform/contract'
import { delegateAddress } from '@/server/chains/evm/delegate'
import type { Chain } from '@/server/chains/registry'
import { formatAmount } from '@/server/money/amount'
import type { TreasuryWallet } from './list-treasury-wallets'
import type { Spend } from './read-spend'
import { runwayDays } from './runway-days'

/** The balance and the spending of a wallet on one chain. */
type WalletHolding = {
  wallet: TreasuryWallet
  /** Null while the chain does not answer. */
  units: bigint | null
  spend: Spend
}

export const NOTHING_SPENT: Spend = { dayUnits: 0n, weekUnits: 0n }

export function toTreasuryChain(chain: Chain, held: readonly WalletHolding[]): TreasuryChain {
  const total = held.reduce<bigint | null>(
    (sum, { units }) => (sum === null || units === null ? null : sum + units),
    0n,
  )
  const spent = held.reduce(
    (sum, { spend }) => ({ dayUnits: sum.dayUnits + spend.dayUnits, weekUnits: sum.weekUnits + spend.weekUnits }),
    NOTHING_SPENT,
  )
  const coins = (units: bigint) => formatAmount(units, chain.nativeDecimals)
  return {
    chainId: chain.chainId,
    name: chain.name,
    nativeSymbol: chain.nativeSymbol,
    nativeDecimals: chain.nativeDecimals,
    network: chain.network,
    chainType: chain.chainType,
    gasPolicy: chain.gasPolicy,
    gasStrategy: chain.gasStrategy,
    hasDelegate: chain.delegateAddress !== null,
    hasNewestDelegate: chain.delegateAddress === delegateAddress(),
    gasLow: coins(chain.gasLowUnits),
    gasTarget: coins(chain.gasTargetUnits),
    treasuryLow: coins(chain.treasuryLowUnits),
    held: total === null ? null : coins(total),
    spentDay: coins(spent.dayUnits),
    spentWeek: coins(spent.weekUnits),
    runwayDays: total === null ? null : runwayDays(total, spent),
    wallets: held.map((each) => toTreasuryWallet(chain, each)),
  }
}

function toTreasuryWallet(chain: Chain, { wallet, units, spend }: WalletHolding): TreasuryWalletView {
  const { walletId, purpose, address } = wallet
  const minimum = purpose === 'TREASURY' || purpose === 'FEE_PAYER' ? chain.treasuryLowUnits : chain.gasLowUnits
  return {
    walletId,
    purpose,
    address,
    balance: units === null ? null : formatAmount(units, chain.nativeDecimals),
    spentDay: formatAmount(spend.dayUnits, chain.nativeDecimals),
    spentWeek: formatAmount(spend.weekUnits, chain.nativeDecimals),
    isLow: units !== null && units < minimum,
  }
}

/** `units`: null while the chain does not answer. */
export function toGasHolding(
  { chainId, nativeDecimals }: Pick<Chain, 'chainId' | 'nativeDecimals'>,
  { address, units }: { address: string; units: bigint | null },
): GasHolding {
  if (units === null) return { chainId, address, balance: null, problem: 'The chain does not answer' }
  return { chainId, address, balance: formatAmount(units, nativeDecimals), problem: null }
}
