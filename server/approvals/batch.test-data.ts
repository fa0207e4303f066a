import { asc, eq } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { auditLog, transactions } from '@/db/schema'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import type { SpendingProject } from '@/server/policies/spending-project.test-data'
import { holdGas } from '@/server/testing/hold-gas'
import { as, type Person } from './approvals.test-data'
import { approveBatch } from './approve-batch'
import { listApprovals } from './list-approvals'
import { listBatches } from './list-batches'
import { rejectBatch } from './reject-batch'
import { requestApproval } from './request-approval'

type Line = Parameters<SpendingProject['insertRow']>[1]

/** Stores lines that need a second person, as the accept path does, and returns their batch. */
export async function requestBatch(
  project: SpendingProject,
  lines: readonly Line[],
  requester?: Person,
): Promise<string> {
  const batchId = newId()
  await inTenant(requester ?? project.tenant, async (ctx) => {
    for (const line of lines) {
      const id = newId()
      await holdGas(ctx, { transactionId: id, micros: line.feeHoldMicros ?? 0n })
      await project.insertRow(ctx, { ...line, id, batchId, stage: 'awaiting_approval' })
      await requestApproval(ctx, { transactionId: id, reason: 'The batch is above $50.00' })
    }
  })
  return batchId
}

/** What a person sees of a batch and names in the decision. */
export async function readBatch(who: Person, batchId: string) {
  const [batch] = await as(who, (ctx) => listBatches(ctx, { batchId }))
  if (!batch) throw new Error('no line of it waits')
  return batch
}

type Seen = { batchId: string; digest: string }

export const approveSeen = (who: Person, { batchId, digest }: Seen, note = '') =>
  as(who, (ctx) => approveBatch(ctx, { batchId, digest, note }))
export const rejectSeen = (who: Person, { batchId, digest }: Seen, note = '') =>
  as(who, (ctx) => rejectBatch(ctx, { batchId, digest, note }))
export const linesOf = (who: Person, batchId: string) =>
  as(who, (ctx) => listApprovals(ctx, { state: 'pending', batchId, page: 1 }))
export const rowsOf = (batchId: string) =>
  workerCtx().db.select().from(transactions).where(eq(transactions.batchId, batchId)).orderBy(asc(transactions.id))
export const auditOfBatch = (batchId: string) =>
  inWorker(({ db }) => db.select().from(auditLog).where(eq(auditLog.target, batchId)))
