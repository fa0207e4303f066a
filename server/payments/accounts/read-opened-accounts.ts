import { and, eq } from 'drizzle-orm'
import { depositAccounts } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { type OpenedAccounts, openAccounts } from './open-accounts'

/** In seconds. The job that opens abandoned accounts runs every minute. */
const RETRY_AFTER_SECONDS = 30

/**
 * The accounts of a payment whose first call died before it answered. Opens none: throws accounts_opening while the job
 * still has to open them, and providers_unavailable if none was opened. Called outside a transaction.
 */
export async function readOpenedAccounts(ctx: WorkerCtx, paymentId: string): Promise<OpenedAccounts> {
  const [left] = await ctx.db
    .select({ id: depositAccounts.id })
    .from(depositAccounts)
    .where(and(eq(depositAccounts.paymentId, paymentId), eq(depositAccounts.status, 'OPENING')))
    .limit(1)
  if (left) throw refusal('accounts_opening', { retryAfter: RETRY_AFTER_SECONDS })
  return openAccounts(ctx, { paymentId, openers: [] })
}
