import { and, count, desc, eq } from 'drizzle-orm'
import { sweepRules } from '@/db/schema'
import type { ListSweepRulesInput, SweepRuleView } from '@/schemas/sweeps/contract'
import type { TenantCtx } from '@/server/ctx'
import { type Listed, offsetOf } from '@/server/paging'
import { hasMetadata } from '@/server/text/has-metadata'
import { ofProject } from './own-rule'
import { toRuleViews } from './view'

/** The project's sweep rules, newest first. */
export async function listRules(
  ctx: TenantCtx & { projectId: string },
  { page, limit, status, metadata }: ListSweepRulesInput,
): Promise<Listed<SweepRuleView>> {
  const where = and(ofProject(ctx), status && eq(sweepRules.status, status), hasMetadata(sweepRules.metadata, metadata))
  const [counted] = await ctx.db.select({ total: count() }).from(sweepRules).where(where)
  const rows = await ctx.db
    .select()
    .from(sweepRules)
    .where(where)
    .orderBy(desc(sweepRules.createdAt), desc(sweepRules.id))
    .limit(limit)
    .offset(offsetOf(page, limit))
  return { items: await toRuleViews(ctx.db, rows), total: counted?.total ?? 0, page, limit }
}
