import { asc, eq } from 'drizzle-orm'
import { requireSound } from '@/db/require-sound'
import { products } from '@/db/schema'
import { viewApart } from '@/server/alarms/view-apart'
import type { WorkerCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import type { ProductView } from './contract'
import { toProductView } from './view'

/** Products that are sold. */
export async function listProducts(ctx: Pick<WorkerCtx, 'db'>): Promise<Rows<ProductView>> {
  const rows = await ctx.db.select().from(products).where(eq(products.isActive, true)).orderBy(asc(products.id))
  return viewApart(rows, {
    noun: 'product',
    idOf: ({ id }) => String(id),
    toView: (row) => toProductView(requireSound(products, row)),
  })
}
