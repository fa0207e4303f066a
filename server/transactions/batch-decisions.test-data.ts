import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { auditLog, transactions } from '@/db/schema'
import { approveBatch } from '@/server/approvals/approve-batch'
import { listBatches } from '@/server/approvals/list-batches'
import { rejectBatch } from '@/server/approvals/reject-batch'
import { inTenant, type ProjectCtx, type Tenant, workerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import type { Action } from './batch-steps.test-data'

/** A second person decides about all waiting lines of a batch as it was seen, twice at once. */
export async function decideAll(
  owner: Tenant & { projectId: string },
  { n, isApproved }: Extract<Action, { do: 'decide_all' }>,
): Promise<void> {
  const asOwner = <T>(work: (ctx: ProjectCtx) => Promise<T>) =>
    inTenant(owner, (ctx) => work({ ...ctx, projectId: owner.projectId }))
  const batches = await asOwner((ctx) => listBatches(ctx))
  const seen = batches[n % Math.max(batches.length, 1)]
  if (!seen) return
  const verb = isApproved ? approveBatch : rejectBatch
  const input = { batchId: seen.batchId, digest: seen.digest, note: '' }
  const decide = () =>
    asOwner((ctx) => verb(ctx, input)).catch((error: unknown) => {
      if (error instanceof ApiError) return error.code
      throw error
    })
  const outcomes = await Promise.all([decide(), decide()])
  const answers = outcomes.flatMap((outcome) => (typeof outcome === 'string' ? [] : [outcome]))
  // It was decided, or a line of it was, since it was seen.
  for (const outcome of outcomes) if (typeof outcome === 'string') expect(outcome).toBe('conflict')
  for (const { decided, refused } of answers) expect(decided + refused.length).toBeLessThanOrEqual(seen.lines)
  expect(answers.reduce((sum, { decided }) => sum + decided, 0)).toBeLessThanOrEqual(seen.lines)
  const all = await workerCtx().db.select().from(auditLog).where(eq(auditLog.target, seen.batchId))
  const counted = all.reduce((sum, { detail }) => sum + Number(detail.lines), 0)
  const made = await workerCtx().db.$count(transactions, eq(transactions.batchId, seen.batchId))
  expect(counted).toBeLessThanOrEqual(made)
}
