import type { SweepRuleView } from '@/schemas/sweeps/contract'
import type { TenantCtx } from '@/server/ctx'
import { requireRule } from './own-rule'
import { toRuleViews } from './view'

/** One sweep rule of the project. Throws not_found. */
export async function getRule(ctx: TenantCtx & { projectId: string }, id: string): Promise<SweepRuleView> {
  const [view] = await toRuleViews(ctx.db, [await requireRule(ctx, id)])
  if (!view) throw new Error('a rule has no view')
  return view
}
