import { products } from '@/db/schema'
import { cached } from '@/server/changing-cache'
import { workerCtx } from '@/server/ctx'

const catalog = cached('product-capabilities', (_only: string) =>
  workerCtx().db.select({ id: products.id, capabilities: products.capabilities }).from(products),
)

/** The products of which some plan grants the capability. */
export async function soldBy(capability: string): Promise<number[]> {
  const rows = await catalog('all')
  return rows.filter((product) => product.capabilities.includes(capability)).map((product) => product.id)
}
