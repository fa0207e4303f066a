import { sql } from 'drizzle-orm'
import type { BatchApprovalView, BatchDecisionInput } from '@/schemas/approvals/batch-contract'
import { SELF_APPROVAL_TEXTS } from '@/schemas/approvals/words'
import type { ProjectCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { listBatches } from './list-batches'

/**
 * The waiting lines of a batch, as the person saw them. Throws not_found, conflict (all lines are decided, or they
 * changed since they were shown), forbidden (their own request).
 */
export async function requireSeenBatch(
  ctx: ProjectCtx,
  { batchId, digest }: BatchDecisionInput,
): Promise<BatchApprovalView> {
  const [batch] = await listBatches(ctx, { batchId })
  if (!batch) return refuseDecided(ctx, batchId)
  if (batch.digest !== digest) {
    const waiting = batch.lines === 1 ? '1 line waits' : `${batch.lines} lines wait`
    throw new ApiError('conflict', `The batch changed since you opened it: ${waiting} now. Check it again`)
  }
  if (batch.bar !== null) throw new ApiError('forbidden', SELF_APPROVAL_TEXTS[batch.bar])
  return batch
}

async function refuseDecided({ db, businessId, projectId }: ProjectCtx, batchId: string): Promise<never> {
  const known = await db.execute(sql`
    select 1 from approvals a join transactions t on t.id = a.transaction_id
    where a.business_id = ${businessId}::uuid and a.project_id = ${projectId}::uuid and t.batch_id = ${batchId}::uuid
    limit 1`)
  if (known.length === 0) throw notFound('Batch')
  throw new ApiError('conflict', 'No line of the batch waits any more')
}
