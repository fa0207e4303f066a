import { sql } from 'drizzle-orm'
import type { ProjectCtx } from '@/server/ctx'
import { readGrantedAccess } from '@/server/projects/find-project-access'

type Row = { capability: string; planName: string; productName: string }

/**
 * The capabilities that the plans of the context's project do not include, each with the cheapest plan that does:
 * `Growth plan of Tokenization`.
 */
export async function listMissingCapabilities(ctx: ProjectCtx): Promise<Record<string, string>> {
  const { capabilities } = await readGrantedAccess(ctx)
  // Raw names: whether a damaged plan can be offered is for the page of plans to say.
  const rows = await ctx.db.execute<Row>(sql`
    select distinct on (c.capability) c.capability, l.name as "planName", p.name as "productName"
    from plans l
    join products p on p.id = l.product_id
    cross join lateral unnest(l.capabilities) as c(capability)
    where l.is_active and p.is_active
    order by c.capability, l.price_monthly_minor, l.id`)
  return Object.fromEntries(
    rows
      .filter(({ capability }) => !capabilities.has(capability))
      .map(({ capability, planName, productName }) => [capability, `${planName} plan of ${productName}`]),
  )
}
