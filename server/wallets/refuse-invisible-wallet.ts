import { and, eq, not, sql } from 'drizzle-orm'
import { wallets } from '@/db/schema/wallets'
import type { TenantCtx } from '@/server/ctx'
import { notFound, refusal } from '@/server/errors'
import { isVisibleTo } from './binding'
import { isForeignWallet } from './is-foreign-wallet'

/**
 * Throws the reason why a wallet cannot be changed by its id: forbidden if it belongs to another business or project,
 * else not_found.
 */
export async function refuseInvisibleWallet(ctx: TenantCtx, walletId: string): Promise<never> {
  const [beyond] = await ctx.db
    .select({ id: wallets.id })
    .from(wallets)
    .where(and(eq(wallets.businessId, ctx.businessId), eq(wallets.id, walletId), not(isVisibleTo(ctx) ?? sql`true`)))
  if (beyond || (await isForeignWallet(ctx, { id: walletId }))) throw refusal('wallet_foreign')
  throw notFound('Wallet')
}
