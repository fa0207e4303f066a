import { asc, eq } from 'drizzle-orm'
import { products } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import type { ProductView } from './contract'
import { toProductView } from './view'

export async function listProducts(ctx: Pick<WorkerCtx, 'db'>): Promise<ProductView[]> {
  const rows = await ctx.db.select().from(products).where(eq(products.isActive, true)).orderBy(asc(products.id))
  return rows.map(toProductView)
}
