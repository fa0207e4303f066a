import { and, eq, inArray } from 'drizzle-orm'
import { tokenSteps } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { stepIntentIdOf } from '@/server/transactions/intent-id'
import type { OperationRow, PlannedCall } from './plan'

/**
 * The idempotency ids of the calls of a batch on chain, in order; null for an operation without an idempotency key.
 * Equal calls of an operation are numbered, so that an operation that is requested again after a restore has the same
 * ids, however its calls are batched.
 */
export async function assignStepIds(
  ctx: TenantCtx,
  { id, intentId }: OperationRow,
  calls: readonly PlannedCall[],
): Promise<(string | null)[]> {
  if (intentId === null) return calls.map(() => null)
  const earlier = await ctx.db
    .select({ to: tokenSteps.toAddress, data: tokenSteps.callData })
    .from(tokenSteps)
    .where(
      and(
        eq(tokenSteps.businessId, ctx.businessId),
        eq(tokenSteps.operationId, id),
        inArray(
          tokenSteps.callData,
          calls.map(({ data }) => data),
        ),
      ),
    )
  const counts = new Map<string, number>()
  const next = ({ to, data }: { to: string; data: string }) => {
    const key = `${to} ${data}`
    const nth = counts.get(key) ?? 0
    counts.set(key, nth + 1)
    return nth
  }
  for (const step of earlier) next(step)
  return Promise.all(calls.map((call) => stepIntentIdOf(intentId, call, next(call))))
}
