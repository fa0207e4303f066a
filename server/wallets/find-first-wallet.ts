import { and, asc, eq, isNull, or } from 'drizzle-orm'
import { wallets } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import type { ChainType } from '@/server/text/chain-type'
import type { WalletRow } from './require-active-wallet'

/** The active wallet of the lowest index that the caller's project may use; null where there is none. */
export async function findFirstWallet(ctx: TenantCtx, chainType: ChainType): Promise<WalletRow | null> {
  const { businessId, projectId } = ctx
  const isFree = isNull(wallets.boundProjectId)
  const [wallet] = await ctx.db
    .select()
    .from(wallets)
    .where(
      and(
        eq(wallets.businessId, businessId),
        eq(wallets.chainType, chainType),
        eq(wallets.isActive, true),
        projectId === null ? isFree : or(isFree, eq(wallets.boundProjectId, projectId)),
      ),
    )
    .orderBy(asc(wallets.addressIndex))
    .limit(1)
  return wallet ?? null
}
