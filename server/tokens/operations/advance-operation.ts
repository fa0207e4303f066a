import { and, count, desc, eq, inArray, isNotNull, max } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { tokenOperations, tokenPayouts, tokenSteps, tokens } from '@/db/schema'
import { webhooksDue } from '@/inngest/events'
import { type Chain, findChain } from '@/server/chains/registry'
import { inTenant, inWorker, type Tenant, type WorkerCtx, workerCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { faultPoint } from '@/server/fault-point'
import { finishDeployment } from '@/server/tokens/issue/finish-deployment'
import { findShortFunds } from '@/server/tokens/payouts/find-short-funds'
import { wake } from '@/server/waking/wake'
import { planNextBatch } from './next-batch'
import { openBatch } from './open-operation'
import type { OperationRow, PayoutRow, PlannedCall, TokenRow } from './plan'
import { prepareCalls, toRefusal } from './prepare-operation'
import { publishOperationEvents } from './publish-operation-events'

/** The maximum number of times that one call is sent for an operation. */
const MAX_REPEATS = 3

/**
 * Advances an operation whose last batch is in our index: sends the next batch, or ends the operation. Throws the
 * refusal of its calls, and unavailable if it should be tried again.
 */
export async function advanceOperation(ctx: WorkerCtx, row: OperationRow): Promise<void> {
  const { token, chain, payout } = await load(ctx.db, row)
  if (row.kind === 'DEPLOY') return finishDeployment(ctx, { row, token, chain })
  if (!payout) throw new Error(`operation ${row.id} of kind ${row.kind} has no payout`)
  const calls = await planNextBatch(ctx.db, { token, payout, chain })
  if (calls.length === 0) return complete(row)
  const short = await findShortFunds(chain, { token, payout })
  if (short) throw refusal('insufficient_funds', { message: short })
  await sendBatch(row, { chain, calls })
}

async function load(db: Database, row: OperationRow): Promise<{ token: TokenRow; chain: Chain; payout?: PayoutRow }> {
  const [token] = await db.select().from(tokens).where(eq(tokens.id, row.tokenId))
  if (!token) throw new Error(`operation ${row.id} has no token`)
  const chain = await findChain(token.chainId)
  if (!chain || chain.rpcUrls.length === 0) throw refusal('chain_unreachable')
  if (row.payoutId === null) return { token, chain }
  const [payout] = await db.select().from(tokenPayouts).where(eq(tokenPayouts.id, row.payoutId))
  return { token, chain, payout }
}

/**
 * Simulates and accepts the calls like those of a request, for the business and under its policies. Does nothing if
 * another process claimed the operation meanwhile.
 */
async function sendBatch(row: OperationRow, { chain, calls }: { chain: Chain; calls: PlannedCall[] }): Promise<void> {
  const { id, businessId, projectId } = row
  const requestId = row.requestId ?? id
  await requireProgress(row, calls)
  const tenant: Tenant = { businessId, projectId, actor: { type: 'system', id: 'token-operations' }, requestId }
  const intents = await prepareCalls(tenant, { kind: row.kind, chain, calls })
  const refused = intents.find((intent) => intent.refusal !== null)?.refusal
  if (refused) {
    const { code, error } = toRefusal(refused)
    throw refusal(code, { message: error })
  }
  await inTenant(tenant, async (ctx) => {
    const [claimed] = await ctx.db
      .update(tokenOperations)
      .set({ nextAttemptAt: null, attempts: 0, updatedAt: ctx.now() })
      .where(
        and(
          eq(tokenOperations.businessId, businessId),
          eq(tokenOperations.id, id),
          eq(tokenOperations.status, 'PENDING'),
          isNotNull(tokenOperations.nextAttemptAt),
          eq(tokenOperations.attempts, row.attempts),
        ),
      )
      .returning()
    if (!claimed) return
    const [last] = await ctx.db
      .select({ wave: max(tokenSteps.wave) })
      .from(tokenSteps)
      .where(and(eq(tokenSteps.businessId, businessId), eq(tokenSteps.operationId, id)))
    await openBatch({ ...ctx, projectId }, claimed, { intents, calls, wave: (last?.wave ?? 0) + 1 })
    faultPoint('next-batch-before-commit')
  })
}

/**
 * Requires that the calls still have an effect. A call that was sent `MAX_REPEATS` times and is planned again has none,
 * and must not burn gas forever. A reorg may make the same call necessary again, once or twice. Throws failed.
 */
async function requireProgress({ id, businessId }: OperationRow, calls: readonly PlannedCall[]): Promise<void> {
  const [most] = await workerCtx()
    .db.select({ times: count() })
    .from(tokenSteps)
    .where(
      and(
        eq(tokenSteps.businessId, businessId),
        eq(tokenSteps.operationId, id),
        inArray(
          tokenSteps.callData,
          calls.map(({ data }) => data),
        ),
      ),
    )
    .groupBy(tokenSteps.toAddress, tokenSteps.callData)
    .orderBy(desc(count()))
    .limit(1)
  if ((most?.times ?? 0) < MAX_REPEATS) return
  throw refusal('transaction_failed', { message: `What was sent ${MAX_REPEATS} times has changed nothing` })
}

async function complete(row: OperationRow): Promise<void> {
  const messages = await inWorker(async ({ db, now }) => {
    const [ended] = await db
      .update(tokenOperations)
      .set({ status: 'COMPLETED', nextAttemptAt: null, endedAt: now(), updatedAt: now() })
      .where(and(eq(tokenOperations.id, row.id), eq(tokenOperations.status, 'PENDING')))
      .returning()
    return ended ? publishOperationEvents(db, [ended], now()) : 0
  })
  if (messages > 0) wake(webhooksDue, {})
}
