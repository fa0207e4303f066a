import { and, count, eq } from 'drizzle-orm'
import { IS_LISTED_WALLET, wallets } from '@/db/schema/wallets'
import type { TenantCtx } from '@/server/ctx'
import type { ChainType } from '@/server/text/chain-type'
import { isVisibleTo } from './binding'

/** The wallets of the business that lists have for the caller, deactivated ones too. */
export async function countWallets(ctx: TenantCtx, filter: { chainType?: ChainType }): Promise<{ count: number }> {
  const [row] = await ctx.db
    .select({ count: count() })
    .from(wallets)
    .where(
      and(
        eq(wallets.businessId, ctx.businessId),
        isVisibleTo(ctx),
        IS_LISTED_WALLET,
        filter.chainType ? eq(wallets.chainType, filter.chainType) : undefined,
      ),
    )
  return { count: row?.count ?? 0 }
}
