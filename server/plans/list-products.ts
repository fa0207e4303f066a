import { asc, eq } from 'drizzle-orm'
import { products } from '@/db/schema'
import type { ProductView } from '@/schemas/plans/contract'
import type { WorkerCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { toProductView } from './view'

/** Products that are sold. */
export async function listProducts(ctx: Pick<WorkerCtx, 'db'>): Promise<Rows<ProductView>> {
  const rows = await ctx.db.select().from(products).where(eq(products.isActive, true)).orderBy(asc(products.id))
  return { items: rows.map(toProductView) }
}
