import { and, count, eq } from 'drizzle-orm'
import { wallets } from '@/db/schema/wallets'
import type { TenantCtx } from '@/server/ctx'
import type { ChainType } from '@/server/text/chain-type'
import { isVisibleTo } from './binding'
import { isListed } from './list-restored'

/** The wallets of the business that lists have for the caller, deactivated ones too. */
export async function countWallets(ctx: TenantCtx, filter: { chainType?: ChainType }): Promise<{ count: number }> {
  const [row] = await ctx.db
    .select({ count: count() })
    .from(wallets)
    .where(
      and(
        eq(wallets.businessId, ctx.businessId),
        isVisibleTo(ctx),
        isListed(),
        filter.chainType ? eq(wallets.chainType, filter.chainType) : undefined,
      ),
    )
  return { count: row?.count ?? 0 }
}
