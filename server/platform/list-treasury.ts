import { type Chain, listChains } from '@/server/chains/registry'
import type { OperatorCtx } from '@/server/ctx'
import { formatAmount } from '@/server/money/amount'
import type { TreasuryChain, TreasuryWalletView } from './contract'
import { listTreasuryWallets, type TreasuryWallet } from './list-treasury-wallets'
import { readBalanceOf } from './read-balance-of'
import { readSpend, type Spend } from './read-spend'
import { runwayDays } from './runway-days'

const NOTHING: Spend = { dayUnits: 0n, weekUnits: 0n }

type Held = { wallet: TreasuryWallet; units: bigint | null; spend: Spend }

/** What the platform pays gas with on each served chain: balances asked of the chains now, spending from the records. */
export async function listTreasury(ctx: OperatorCtx): Promise<TreasuryChain[]> {
  const wallets = await listTreasuryWallets(ctx)
  const spend = await readSpend(ctx, wallets)
  const served = (await listChains()).filter(({ rpcUrls }) => rpcUrls.length > 0)
  const chains = await Promise.all(served.map((chain) => treasuryOf(chain, wallets, spend)))
  return chains.toSorted((a, b) => a.name.localeCompare(b.name))
}

async function treasuryOf(chain: Chain, wallets: TreasuryWallet[], spend: Map<string, Spend>): Promise<TreasuryChain> {
  const held = await Promise.all(
    wallets
      .filter((wallet) => isUsed(chain, wallet))
      .map(async (wallet) => ({
        wallet,
        units: await readBalanceOf(chain, wallet.address),
        spend: spend.get(`${chain.chainId} ${wallet.address}`) ?? NOTHING,
      })),
  )
  const total = held.reduce<bigint | null>(
    (sum, { units }) => (sum === null || units === null ? null : sum + units),
    0n,
  )
  const spent = held.reduce(
    (sum, each) => ({
      dayUnits: sum.dayUnits + each.spend.dayUnits,
      weekUnits: sum.weekUnits + each.spend.weekUnits,
    }),
    NOTHING,
  )
  const coins = (units: bigint) => formatAmount(units, chain.nativeDecimals)
  const { chainId, name, nativeSymbol, nativeDecimals, network, chainType, gasPolicy, gasStrategy } = chain
  return {
    ...{ chainId, name, nativeSymbol, nativeDecimals, network, chainType, gasPolicy, gasStrategy },
    hasDelegate: chain.delegateAddress !== null,
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

/** Relayers have nothing to pay where wallets are topped up. */
function isUsed(chain: Chain, { chainType, purpose }: TreasuryWallet): boolean {
  if (chainType !== chain.chainType) return false
  return purpose !== 'RELAYER' || chain.gasStrategy === 'delegation'
}

function toTreasuryWallet(chain: Chain, { wallet, units, spend }: Held): TreasuryWalletView {
  const { walletId, purpose, address } = wallet
  const mark = purpose === 'TREASURY' || purpose === 'FEE_PAYER' ? chain.treasuryLowUnits : chain.gasLowUnits
  return {
    ...{ walletId, purpose, address },
    balance: units === null ? null : formatAmount(units, chain.nativeDecimals),
    spentDay: formatAmount(spend.dayUnits, chain.nativeDecimals),
    spentWeek: formatAmount(spend.weekUnits, chain.nativeDecimals),
    isLow: units !== null && units < mark,
  }
}
