import { and, eq, isNull, or } from 'drizzle-orm'
import { policies } from '@/db/schema'
import type { PolicyCode } from '@/schemas/policies/words'
import { cached } from '@/server/changing-cache'
import { type Tenant, type TenantCtx, workerCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { findActivePolicies } from './find-policy'
import { approvalOfSum, approvalReason, judgeIntent, type PolicyIntent, policyName } from './judge-intent'
import { sumSpent } from './sum-spent'

/** The reason why a policy refuses an intent; else why a second person has to approve it, or null. */
type PolicyVerdict =
  | { refusal: { code: PolicyCode; message: string } }
  | { refusal: null; approval: { reason: string } | null }

/**
 * Checks an intent against the policies of the business and of the project, inside the transaction that writes its row.
 * Takes their locks until the commit, so the 24-hour sums that every request reads contain all earlier ones. Throws
 * failed (422) with the rule and the figures; returns the reason why a second person must approve, or null. Without an
 * active policy it costs one cached lookup.
 */
export async function enforcePolicy(
  ctx: TenantCtx,
  intent: PolicyIntent,
): Promise<{ approval: { reason: string } | null }> {
  const verdict = await judgeByPolicies(ctx, intent, { lock: true })
  if (verdict.refusal !== null) throw refusal(verdict.refusal.code, { message: verdict.refusal.message })
  return { approval: verdict.approval }
}

/** Previews the verdict without a lock: transactions accepted meanwhile may change it. */
export function previewPolicy(ctx: TenantCtx, intent: PolicyIntent): Promise<PolicyVerdict> {
  return judgeByPolicies(ctx, intent, { lock: false })
}

async function judgeByPolicies(
  ctx: TenantCtx,
  intent: PolicyIntent,
  { lock }: { lock: boolean },
): Promise<PolicyVerdict> {
  const scopes = await findScopes(ctx)
  if (scopes.length === 0) return { refusal: null, approval: null }
  const except = intent.transactionId
  const sumOf = (scope: string | null) => sumSpent({ ...ctx, projectId: scope }, { except })
  // Sent together, in this order: the snapshots of the sums are taken after the locks.
  const [active, ...sums] = await Promise.all([findActivePolicies(ctx, { lock }), ...scopes.map(sumOf)])
  const reasons: string[] = []
  for (const policy of active) {
    const spentMicros = sums[scopes.indexOf(policy.projectId)] ?? (await sumOf(policy.projectId))
    const verdict = judgeIntent(policy, intent, spentMicros)
    if (verdict.refusal !== null)
      return { refusal: { code: verdict.code, message: `${policyName(policy)}: ${verdict.refusal}` } }
    if (verdict.approval) reasons.push(approvalReason(policy, verdict.approval.reason))
  }
  return { refusal: null, approval: reasons.length > 0 ? { reason: reasons.join('; ') } : null }
}

/** The reason why transfers of one request need a second person because of their total; null if there is none. */
export async function approvalOfTotal(ctx: TenantCtx, totalMicros: bigint): Promise<{ reason: string } | null> {
  if (!(await isUnderPolicy(ctx))) return null
  const active = await findActivePolicies(ctx, { lock: true })
  const reasons = active.flatMap((policy) => approvalOfSum(policy, totalMicros) ?? [])
  return reasons.length > 0 ? { reason: reasons.join('; ') } : null
}

/** Whether an active policy may apply to transactions of a project. */
export async function isUnderPolicy(tenant: Tenant): Promise<boolean> {
  return (await findScopes(tenant)).length > 0
}

function findScopes({ businessId, projectId }: Tenant): Promise<(string | null)[]> {
  return activeScopes(`${businessId} ${projectId ?? ''}`)
}

/**
 * The scopes with active policies that apply to a project: null is its business. A change is announced to every
 * process.
 */
const activeScopes = cached('active-policies', async (tenant: string): Promise<(string | null)[]> => {
  const [businessId = '', projectId] = tenant.split(' ')
  const ofProject = projectId ? eq(policies.projectId, projectId) : undefined
  const rows = await workerCtx()
    .db.select({ scope: policies.projectId })
    .from(policies)
    .where(
      and(eq(policies.businessId, businessId), eq(policies.isActive, true), or(isNull(policies.projectId), ofProject)),
    )
  return rows.map(({ scope }) => scope)
})
