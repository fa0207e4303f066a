import { and, eq } from 'drizzle-orm'
import { transactions } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'

/** Whether a wallet has a transaction on a chain whose outcome is not final: its next one may depend on it. */
export async function hasOpenTransaction(
  ctx: TenantCtx,
  { walletId, chainId }: { walletId: string; chainId: number },
): Promise<boolean> {
  const [open] = await ctx.db
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        eq(transactions.businessId, ctx.businessId),
        eq(transactions.walletId, walletId),
        eq(transactions.chainId, chainId),
        eq(transactions.status, 'PENDING'),
      ),
    )
    .limit(1)
  return open !== undefined
}
