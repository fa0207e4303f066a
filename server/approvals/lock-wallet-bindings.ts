import { and, asc, eq, inArray } from 'drizzle-orm'
import { type TransactionRow, wallets } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { isWithinReach } from '@/server/wallets/binding'

type Row = Pick<TransactionRow, 'walletId' | 'projectId'>

/**
 * Locks the wallets of transactions, in a fixed order, so that no wallet is bound to another project meanwhile. Returns
 * a check that throws conflict if the wallet of a transaction is bound to another project.
 */
export async function lockWalletBindings(
  { db, businessId }: TenantCtx,
  rows: readonly Row[],
): Promise<(row: Row) => void> {
  const ids = [...new Set(rows.map(({ walletId }) => walletId))]
  const found = await db
    .select({ id: wallets.id, boundProjectId: wallets.boundProjectId })
    .from(wallets)
    .where(and(eq(wallets.businessId, businessId), inArray(wallets.id, ids)))
    .orderBy(asc(wallets.id))
    .for('share')
  const byId = new Map(found.map((wallet) => [wallet.id, wallet]))
  return (row) => {
    const wallet = byId.get(row.walletId)
    if (wallet && isWithinReach(row, wallet)) return
    throw new ApiError('conflict', 'Its wallet is bound to another project by now: reject it, or unbind the wallet')
  }
}
