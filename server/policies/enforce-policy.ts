import { eq } from 'drizzle-orm'
import { policies } from '@/db/schema'
import { cached } from '@/server/changing-cache'
import { type TenantCtx, workerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { findPolicy } from './find-policy'
import { judgeIntent, type PolicyIntent } from './judge-intent'
import { sumSpent } from './sum-spent'

/**
 * Holds an intent against the project's policy, inside the transaction that writes its row. Takes the policy's lock until that commits,
 * so the 24-hour sum every request sees contains all those before it. Throws failed (422) naming the rule and the figures; returns why
 * a second person has to approve, or null. Without an active policy it costs one cached look.
 */
export async function enforcePolicy(
  ctx: TenantCtx,
  intent: PolicyIntent,
): Promise<{ approval: { reason: string } | null }> {
  const { projectId } = ctx
  if (projectId === null || !(await hasActivePolicy(projectId))) return { approval: null }
  // Sent in one go, in this order: the sum's snapshot is taken once the lock is held.
  const project = { ...ctx, projectId }
  const [policy, spentMicros] = await Promise.all([
    findPolicy(project, { lock: true }),
    sumSpent(project, { except: intent.transactionId }),
  ])
  if (!policy?.isActive) return { approval: null }
  const verdict = judgeIntent(policy, intent, spentMicros)
  if (verdict.refusal !== null) throw new ApiError('failed', `Policy: ${verdict.refusal}`)
  return { approval: verdict.approval }
}

/** Which projects have a policy at all; a change is announced to every process. */
const hasActivePolicy = cached('active-policies', async (projectId: string) => {
  const [policy] = await workerCtx()
    .db.select({ isActive: policies.isActive })
    .from(policies)
    .where(eq(policies.projectId, projectId))
  return policy?.isActive ?? false
})
