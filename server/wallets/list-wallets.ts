import { and, count, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm'
import { businesses } from '@/db/schema/businesses'
import { IS_LISTED_WALLET, wallets } from '@/db/schema/wallets'
import {
  type ListWalletsInput,
  MAX_ADDRESS_INDEX,
  type WalletFilter,
  type WalletPage,
} from '@/schemas/wallets/contract'
import type { TenantCtx } from '@/server/ctx'
import { offsetOf } from '@/server/paging'
import { escapeLike } from '@/server/text/escape-like'
import { hasIndexedMetadata } from '@/server/text/has-metadata'
import { isInReachOf, isVisibleTo } from './binding'
import { toWalletView } from './view'

type ListInput = ListWalletsInput & Pick<WalletFilter, 'usable'>

/** Newest first. A search also finds wallets that a restore added and that nothing has reached. */
export async function listWallets(ctx: TenantCtx, input: ListInput): Promise<WalletPage> {
  const { page, pageSize, chainType, reference, metadata, purpose, search, usable } = input
  const matches = and(
    eq(wallets.businessId, ctx.businessId),
    isVisibleTo(ctx),
    chainType ? eq(wallets.chainType, chainType) : undefined,
    reference ? eq(wallets.reference, reference) : undefined,
    await hasIndexedMetadata(ctx.db, wallets, metadata),
    purpose ? eq(wallets.purpose, purpose) : undefined,
    search ? matching(search) : IS_LISTED_WALLET,
    usable ? and(eq(wallets.isActive, true), isInReachOf(ctx)) : undefined,
  )
  const [counted] = await ctx.db.select({ total: count() }).from(wallets).where(matches)
  const rows = await ctx.db
    .select({ wallet: wallets, businessName: businesses.name })
    .from(wallets)
    .innerJoin(businesses, eq(businesses.id, wallets.businessId))
    .where(matches)
    .orderBy(desc(wallets.createdAt), desc(wallets.addressIndex), desc(wallets.id))
    .limit(pageSize)
    .offset(offsetOf(page, pageSize))
  return {
    items: rows.map(({ wallet, businessName }) => toWalletView(wallet, businessName)),
    total: counted?.total ?? 0,
    page,
    pageSize,
  }
}

function matching(search: string): SQL | undefined {
  const text = escapeLike(search.toLowerCase())
  const index = /^\d{1,10}$/.test(search) ? Number(search) : null
  return or(
    sql`lower(${wallets.address}) like ${`${text}%`}`,
    sql`lower(${wallets.address}) like ${`%${text}`}`,
    ilike(wallets.purpose, `%${text}%`),
    ilike(wallets.label, `%${text}%`),
    ilike(wallets.reference, `%${text}%`),
    index !== null && index <= MAX_ADDRESS_INDEX ? eq(wallets.addressIndex, index) : undefined,
  )
}
