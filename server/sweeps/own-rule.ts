import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { type SweepRuleRow, sweepRules } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'

type ProjectCtx = Pick<TenantCtx, 'db' | 'businessId'> & { projectId: string }

const uuid = z.uuid()

/** The project's sweep rules that were not deleted. */
export function ofProject({ businessId, projectId }: Omit<ProjectCtx, 'db'>): SQL | undefined {
  return and(eq(sweepRules.businessId, businessId), eq(sweepRules.projectId, projectId), isNull(sweepRules.deletedAt))
}

/** Locks one of them by its id. Throws not_found, also for an id that is not a UUID. */
export async function lockRule(ctx: ProjectCtx, id: string): Promise<SweepRuleRow> {
  const [row] = await ctx.db.select().from(sweepRules).where(ownRule(ctx, id)).for('no key update')
  if (!row) throw refusal('sweep_rule_not_found', { param: 'id' })
  return row
}

/** Reads the rule without the lock. Throws not_found. */
export async function requireRule(ctx: ProjectCtx, id: string): Promise<SweepRuleRow> {
  const [row] = await ctx.db.select().from(sweepRules).where(ownRule(ctx, id))
  if (!row) throw refusal('sweep_rule_not_found', { param: 'id' })
  return row
}

function ownRule(ctx: ProjectCtx, id: string): SQL | undefined {
  if (!uuid.safeParse(id).success) throw refusal('sweep_rule_not_found', { param: 'id' })
  return and(ofProject(ctx), eq(sweepRules.id, id))
}
