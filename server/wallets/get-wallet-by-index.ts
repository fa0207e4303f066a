import { and, eq } from 'drizzle-orm'
import { businesses } from '@/db/schema/businesses'
import { wallets } from '@/db/schema/wallets'
import type { WalletView } from '@/schemas/wallets/contract'
import type { TenantCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import type { ChainType } from '@/server/text/chain-type'
import { requireWithinReach } from './binding'
import { toWalletView } from './view'

/** A wallet of the business. Throws not_found, forbidden (bound to another project). */
export async function getWalletByIndex(
  ctx: TenantCtx,
  { chainType, addressIndex }: { chainType: ChainType; addressIndex: number },
): Promise<WalletView> {
  const [row] = await ctx.db
    .select({ wallet: wallets, businessName: businesses.name })
    .from(wallets)
    .innerJoin(businesses, eq(businesses.id, wallets.businessId))
    .where(
      and(
        eq(wallets.businessId, ctx.businessId),
        eq(wallets.chainType, chainType),
        eq(wallets.addressIndex, addressIndex),
      ),
    )
  if (!row) throw notFound('Wallet')
  requireWithinReach(ctx, row.wallet)
  return toWalletView(row.wallet, row.businessName)
}
