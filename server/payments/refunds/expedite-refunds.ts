import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { depositAccounts, paymentReceipts, paymentRefunds } from '@/db/schema'
import { refundsDue } from '@/inngest/events'
import type { WorkerCtx } from '@/server/ctx'
import { wake } from '@/server/waking/wake'
import { OPEN_STATES } from './end-refund'

type Hint = { provider: string; reference: string | null; providerRef: string | null }

/**
 * Makes refunds due now after an event of a provider: the named refund, or the refunds of the named account. Nothing
 * else in the event is trusted. Returns the number of refunds.
 */
export async function expediteRefunds({ db, now }: WorkerCtx, hint: Hint): Promise<number> {
  const { provider, reference, providerRef } = hint
  const ofAccount = db
    .select({ id: paymentReceipts.id })
    .from(paymentReceipts)
    .innerJoin(depositAccounts, eq(depositAccounts.id, paymentReceipts.accountId))
    .where(eq(depositAccounts.reference, reference ?? ''))
  const expedited = await db
    .update(paymentRefunds)
    .set({ nextAttemptAt: now() })
    .where(
      and(
        eq(paymentRefunds.provider, provider),
        inArray(paymentRefunds.state, OPEN_STATES),
        or(
          eq(paymentRefunds.reference, reference ?? ''),
          eq(paymentRefunds.providerRef, providerRef ?? ''),
          sql`${paymentRefunds.receiptId} in (${ofAccount})`,
        ),
      ),
    )
    .returning({ id: paymentRefunds.id })
  if (expedited.length > 0) wake(refundsDue, { provider })
  return expedited.length
}
