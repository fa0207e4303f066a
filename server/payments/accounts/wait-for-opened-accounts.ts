import { setTimeout as wait } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { depositAccounts, payments } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import type { OpenedAccounts } from './open-accounts'
import { readOpenedAccounts } from './read-opened-accounts'

const POLL_MS = 100

/**
 * The accounts of a payment that another call opens at this moment, once it has opened them; see `readOpenedAccounts`,
 * whose errors it throws. Waits until the payment is `openingMs` old at most: by then its call has ended. Called
 * outside a transaction.
 */
export async function waitForOpenedAccounts(
  ctx: WorkerCtx,
  paymentId: string,
  openingMs: number,
): Promise<OpenedAccounts> {
  const [payment] = await ctx.db
    .select({ createdAt: payments.createdAt })
    .from(payments)
    .where(eq(payments.id, paymentId))
  const openedBy = (payment?.createdAt.getTime() ?? 0) + openingMs
  const isOpening = and(eq(depositAccounts.paymentId, paymentId), eq(depositAccounts.status, 'OPENING'))
  while (ctx.now().getTime() < openedBy && (await ctx.db.$count(depositAccounts, isOpening)) > 0) await wait(POLL_MS)
  return readOpenedAccounts(ctx, paymentId)
}
