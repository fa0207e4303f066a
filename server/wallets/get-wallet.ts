import { and, eq } from 'drizzle-orm'
import { businesses } from '@/db/schema/businesses'
import { wallets } from '@/db/schema/wallets'
import type { WalletDetailView, WalletView } from '@/schemas/wallets/contract'
import type { TenantCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { toWalletView } from './view'

/** A wallet of the business by its id. Throws not_found. */
export async function getWallet(ctx: TenantCtx, walletId: string): Promise<WalletView> {
  const { wallet, businessName } = await requireRow(ctx, walletId)
  return toWalletView(wallet, businessName)
}

/** As `getWallet`, for the page of the wallet. */
export async function getWalletDetail(ctx: TenantCtx, walletId: string): Promise<WalletDetailView> {
  const { wallet, businessName } = await requireRow(ctx, walletId)
  return { ...toWalletView(wallet, businessName), isRestored: wallet.restored !== null }
}

async function requireRow(ctx: TenantCtx, walletId: string) {
  const [row] = await ctx.db
    .select({ wallet: wallets, businessName: businesses.name })
    .from(wallets)
    .innerJoin(businesses, eq(businesses.id, wallets.businessId))
    .where(and(eq(wallets.businessId, ctx.businessId), eq(wallets.id, walletId)))
  if (!row) throw notFound('Wallet')
  return row
}
