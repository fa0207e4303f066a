import { and, eq, inArray } from 'drizzle-orm'
import { tokenSteps } from '@/db/schema'
import type { OperationKind } from '@/schemas/tokens/words'
import type { Chain } from '@/server/chains/registry'
import type { TenantCtx } from '@/server/ctx'
import { stepIntentIdOf } from '@/server/transactions/intent-id'
import type { OperationRow, PlannedCall } from './plan'

type Batch = { chainType: Chain['chainType'] | undefined; calls: readonly PlannedCall[] }

/** Kinds that move units: a second execution on Solana would move them twice. */
const MOVING: ReadonlySet<OperationKind> = new Set(['MINT', 'BURN', 'TRANSFER'])
/** Kinds that set a state. On Solana an earlier state must not hide that it changed since. */
const SETTING: ReadonlySet<OperationKind> = new Set(['REGISTER', 'REMOVE', 'FREEZE', 'PAUSE', 'UNPAUSE'])

/**
 * The idempotency ids of the calls of a batch on chain, in order, so that an operation that is requested again after a
 * restore has the same ids. Null for an operation without an idempotency key, and for one that may be executed again.
 */
export async function assignStepIds(
  ctx: TenantCtx,
  row: OperationRow,
  { chainType, calls }: Batch,
): Promise<(string | null)[]> {
  const { intentId, kind } = row
  if (intentId === null || (chainType === 'SOLANA' && SETTING.has(kind))) return calls.map(() => null)
  if (chainType === 'SOLANA' && MOVING.has(kind))
    return Promise.all(calls.map((call) => idByLines(intentId, row, call)))
  return idsByData(ctx, { ...row, intentId }, calls)
}

/** The instructions depend on the accounts at the time of the request, and the position of the lines does not. */
function idByLines(intentId: string, { kind }: OperationRow, { to, firstLine = 0 }: PlannedCall): Promise<string> {
  return stepIntentIdOf(intentId, { to, data: `${kind} ${firstLine}` }, 0)
}

/** Equal calls of an operation are numbered, so that the ids do not depend on how calls are batched. */
async function idsByData(
  ctx: TenantCtx,
  { id, intentId }: OperationRow & { intentId: string },
  calls: readonly PlannedCall[],
): Promise<string[]> {
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
