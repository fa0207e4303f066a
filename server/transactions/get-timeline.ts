import { and, desc, eq } from 'drizzle-orm'
import { lanes, transactionAttempts, transactions } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import type { AttemptView, TimelineView } from './contract'
import { toAttempt, toTimeline } from './view'

/** When a transaction passed each stage, every signed attempt of it, and why it waits if it does. Throws not_found. */
export async function getTimeline(
  ctx: TenantCtx,
  id: string,
): Promise<{ timeline: TimelineView; attempts: AttemptView[] }> {
  const [found] = await ctx.db
    .select({ row: transactions, note: lanes.blockedReason })
    .from(transactions)
    .leftJoin(lanes, and(eq(lanes.chainId, transactions.chainId), eq(lanes.walletId, transactions.walletId)))
    .where(and(eq(transactions.businessId, ctx.businessId), eq(transactions.id, id)))
  if (!found) throw notFound('Transaction')
  const attempts = await ctx.db
    .select()
    .from(transactionAttempts)
    .where(and(eq(transactionAttempts.businessId, ctx.businessId), eq(transactionAttempts.transactionId, id)))
    .orderBy(desc(transactionAttempts.createdAt))
  const note = found.row.stage === 'queued' && found.row.status === 'PENDING' ? found.note : null
  return { timeline: toTimeline(found.row, note), attempts: attempts.map(toAttempt) }
}
