import { isDeepStrictEqual } from 'node:util'
import { and, eq, gt } from 'drizzle-orm'
import { z } from 'zod'
import { businesses, policies, projects } from '@/db/schema'
import type { OperatorCtx } from '@/server/ctx'
import { findPolicy } from '@/server/policies/find-policy'
import type { PolicyRules } from '@/server/policies/judge-intent'
import { stricterRules } from '@/server/policies/stricter-rules'
import { writePolicy } from '@/server/policies/write-policy'
import { STOPPED_BEFORE, type StopKind } from '@/server/recovery/stop'

const micros = z
  .string()
  .regex(/^\d{1,38}$/)
  .transform(BigInt)
  .nullable()
type Rules = Omit<PolicyRules, 'projectId'>
const rules = z.object({
  perTransactionMicros: micros,
  dailyMicros: micros,
  approvalAboveMicros: micros,
  allowedRecipients: z.array(z.object({ address: z.string(), label: z.string() })).nullable(),
  allowedMethods: z
    .array(z.object({ contract: z.string(), selector: z.string().nullable(), label: z.string() }))
    .nullable(),
})

/**
 * Policies. A restored one that is active allows only what the one after the backup allowed too. One that is not active
 * limits nothing, so it becomes the one after the backup.
 */
export const policyStops: StopKind = {
  async list({ db }, { since }) {
    const rows = await db.select().from(policies).where(gt(policies.updatedAt, since))
    return rows.map((row) => ({
      ...{ id: row.id, subject: `${row.businessId} ${row.projectId ?? ''}`, isStop: row.isActive },
      ...{ at: row.updatedAt.getTime(), rules: toJson(row) },
    }))
  },
  async apply(ctx, { subject, ...kept }) {
    const [businessId = '', projectId] = subject.split(' ')
    const own = { ...ctx, businessId, projectId: projectId || null }
    if (!(await isKnown(own))) return
    const after = rules.parse(kept.rules)
    const before = await findPolicy(own, { lock: true })
    const next = before?.isActive ? stricterRules(before, after) : after
    if (before?.isActive && isDeepStrictEqual(toJson(before), toJson(next))) return
    await writePolicy(own, { before, rules: { ...next, isActive: true }, reason: STOPPED_BEFORE })
  },
}

type ScopeCtx = OperatorCtx & { businessId: string; projectId: string | null }

async function isKnown({ db, businessId, projectId }: ScopeCtx): Promise<boolean> {
  if (projectId === null) return (await db.$count(businesses, eq(businesses.id, businessId))) > 0
  return (await db.$count(projects, and(eq(projects.businessId, businessId), eq(projects.id, projectId)))) > 0
}

function toJson({
  perTransactionMicros,
  dailyMicros,
  approvalAboveMicros,
  allowedRecipients,
  allowedMethods,
}: Rules): Record<string, unknown> {
  return {
    perTransactionMicros: perTransactionMicros?.toString() ?? null,
    dailyMicros: dailyMicros?.toString() ?? null,
    approvalAboveMicros: approvalAboveMicros?.toString() ?? null,
    allowedRecipients,
    allowedMethods,
  }
}
