import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { chainCursors, chains, depositScreenings, deposits, wallets } from '@/db/schema'
import type { DepositView } from '@/schemas/deposits/contract'
import type { TenantCtx } from '@/server/ctx'
import { findDepositIds, NEWEST_FIRST } from './find-deposit-ids'
import { toDepositView } from './view'

/** The deposits of a window, newest first, that a caller sees: into wallets it sees. */
export async function readDeposits(
  ctx: TenantCtx,
  window: Parameters<typeof findDepositIds>[1],
): Promise<DepositView[]> {
  const found = await ctx.db.execute<{ id: string }>(findDepositIds(ctx, window))
  const ids = found.map(({ id }) => id)
  const rows = await selectDeposits(ctx.db)
    .where(and(eq(deposits.businessId, ctx.businessId), inArray(deposits.id, ids)))
    .orderBy(NEWEST_FIRST)
  return rows.map(toView)
}

/**
 * Includes all columns of their views. The joins are left joins, so that Postgres starts with the selected deposits
 * even if there are few wallets.
 */
export function selectDeposits(db: Database) {
  return db
    .select({
      deposit: deposits,
      wallet: { address: wallets.address, addressIndex: wallets.addressIndex },
      chain: { chainType: chains.chainType, network: chains.network },
      screened: { status: depositScreenings.status, list: depositScreenings.list },
      headBlock: sql<string | null>`${chainCursors.blockNumber}::text`,
    })
    .from(deposits)
    .leftJoin(wallets, eq(wallets.id, deposits.walletId))
    .leftJoin(depositScreenings, eq(depositScreenings.depositId, deposits.id))
    .leftJoin(chains, eq(chains.chainId, deposits.chainId))
    .leftJoin(chainCursors, and(eq(chainCursors.chainId, deposits.chainId), eq(chainCursors.consumer, 'deposits')))
}

type Row = Awaited<ReturnType<typeof selectDeposits>>[number]

/** A row as it was read, as callers see it. Throws if it cannot be shown. */
export function toView({ deposit, wallet, chain, screened, headBlock }: Row): DepositView {
  if (!wallet || !chain) throw new Error('the deposit lacks its wallet or its chain')
  return toDepositView({ deposit, wallet, chain, screened, headBlock: headBlock === null ? null : BigInt(headBlock) })
}
