import { and, count, desc, eq } from 'drizzle-orm'
import { businesses } from '@/db/schema/businesses'
import { wallets } from '@/db/schema/wallets'
import type { TenantCtx } from '@/server/ctx'
import { offsetOf } from '@/server/paging'
import { isSeenBy } from './binding'
import type { ListWalletsInput, WalletPage } from './contract'
import { toWalletView } from './view'

/** Newest first. */
export async function listWallets(ctx: TenantCtx, input: ListWalletsInput): Promise<WalletPage> {
  const { page, pageSize, chainType } = input
  const wanted = and(
    eq(wallets.businessId, ctx.businessId),
    isSeenBy(ctx),
    chainType ? eq(wallets.chainType, chainType) : undefined,
  )
  const [counted] = await ctx.db.select({ total: count() }).from(wallets).where(wanted)
  const rows = await ctx.db
    .select({ wallet: wallets, businessName: businesses.name })
    .from(wallets)
    .innerJoin(businesses, eq(businesses.id, wallets.businessId))
    .where(wanted)
    .orderBy(desc(wallets.createdAt), desc(wallets.addressIndex), desc(wallets.id))
    .limit(pageSize)
    .offset(offsetOf(page, pageSize))
  return {
    items: rows.map((row) => toWalletView(row.wallet, row.businessName)),
    total: counted?.total ?? 0,
    page,
    pageSize,
  }
}
