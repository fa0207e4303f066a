import { and, eq, inArray } from 'drizzle-orm'
import { wallets } from '@/db/schema'
import type { WalletWorth } from '@/schemas/wallets/balances/contract'
import type { TenantCtx } from '@/server/ctx'
import { balanceChains, holdingsOn, pricesOf } from './get-balances'
import { toWalletBalances, toWorth } from './view'

/** The USD value of wallets of the business, on all chains together. Each chain is queried once for all wallets. */
export async function listWorth(ctx: TenantCtx, walletIds: readonly string[]): Promise<WalletWorth[]> {
  const rows = await ctx.db
    .select({ id: wallets.id, address: wallets.address, chainType: wallets.chainType })
    .from(wallets)
    .where(and(eq(wallets.businessId, ctx.businessId), inArray(wallets.id, [...walletIds])))
  const ofTypes = await Promise.all(
    (['EVM', 'SOLANA'] as const).map(async (chainType) => {
      const own = rows.filter((row) => row.chainType === chainType)
      if (own.length === 0) return []
      const chains = await balanceChains(ctx, chainType)
      const addresses = own.map(({ address }) => address)
      const [found, prices] = await Promise.all([holdingsOn(chains, addresses), pricesOf(chains)])
      return own.map(({ id, address }) => toWorth(id, toWalletBalances(address, found, prices)))
    }),
  )
  return ofTypes.flat()
}
