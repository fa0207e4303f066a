import { and, asc, count, eq, inArray, or } from 'drizzle-orm'
import { tokenItems, tokenOperations, tokenWallets } from '@/db/schema'
import type { RegisteredWalletView } from '@/schemas/tokens/holders/contract'
import type { ProjectCtx } from '@/server/ctx'
import { offsetOf, type Page } from '@/server/paging'
import { findBlocked } from '@/server/screening/find-blocked'
import { requireToken } from '@/server/tokens/require-token'
import { toRegisteredWallet } from './to-registered-wallet'

type Input = { tokenId: string; page: number; pageSize: number; investorId?: string }

/**
 * Wallets that may hold a token, in order of registration, with those whose registration is in progress. Throws
 * not_found.
 */
export async function listRegisteredWallets(
  ctx: ProjectCtx,
  { tokenId, page, pageSize, investorId }: Input,
): Promise<Page<RegisteredWalletView>> {
  const { decimals } = await requireToken(ctx, tokenId)
  const where = and(
    eq(tokenWallets.businessId, ctx.businessId),
    eq(tokenWallets.tokenId, tokenId),
    or(eq(tokenWallets.isRegistered, true), inArray(tokenWallets.address, addressesOnTheirWay(ctx, tokenId))),
    investorId === undefined ? undefined : eq(tokenWallets.investorId, investorId),
  )
  const [counted] = await ctx.db.select({ total: count() }).from(tokenWallets).where(where)
  const rows = await ctx.db
    .select()
    .from(tokenWallets)
    .where(where)
    .orderBy(asc(tokenWallets.createdAt), asc(tokenWallets.address))
    .limit(pageSize)
    .offset(offsetOf(page, pageSize))
  const blocked = await findBlocked(
    ctx,
    rows.map(({ address }) => address),
  )
  const items = rows.map((row) => toRegisteredWallet(row, { decimals, isBlocked: blocked.has(row.address) }))
  return { items, total: counted?.total ?? 0, page, pageSize }
}

/**
 * Addresses of registrations in progress. Removed wallets are not listed; the audit log and the operations keep them.
 */
function addressesOnTheirWay({ db, businessId }: ProjectCtx, tokenId: string) {
  return db
    .select({ address: tokenItems.address })
    .from(tokenItems)
    .innerJoin(tokenOperations, eq(tokenOperations.id, tokenItems.operationId))
    .where(
      and(
        eq(tokenOperations.businessId, businessId),
        eq(tokenOperations.tokenId, tokenId),
        eq(tokenOperations.kind, 'REGISTER'),
        eq(tokenOperations.status, 'PENDING'),
        eq(tokenItems.status, 'PENDING'),
      ),
    )
}
