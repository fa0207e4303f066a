import type { TreasuryChain } from '@/schemas/platform/contract'
import { type Chain, listChains } from '@/server/chains/registry'
import type { OperatorCtx } from '@/server/ctx'
import { isWalletUsed } from './gas-wallet'
import { listTreasuryWallets, type TreasuryWallet } from './list-treasury-wallets'
import { readBalanceOf } from './read-balance-of'
import { readSpend, type Spend } from './read-spend'
import { NOTHING_SPENT, toTreasuryChain } from './view'

/** The platform's gas funds on each served chain: balances read from the chains now, spending from the records. */
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
      .filter((wallet) => wallet.chainType === chain.chainType && isWalletUsed(chain, wallet))
      .map(async (wallet) => ({
        wallet,
        units: await readBalanceOf(chain, wallet.address),
        spend: spend.get(`${chain.chainId} ${wallet.address}`) ?? NOTHING_SPENT,
      })),
  )
  return toTreasuryChain(chain, held)
}
