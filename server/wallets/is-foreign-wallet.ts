import { sql } from 'drizzle-orm'
import type { TenantCtx } from '@/server/ctx'

/** Whether another business has this wallet: the only query about foreign rows that the tenant role may make. */
export async function isForeignWallet(ctx: TenantCtx, wanted: { id?: string; address?: string }): Promise<boolean> {
  const [row] = await ctx.db.execute<{ foreign: boolean }>(
    sql`select wallet_exists_elsewhere(${wanted.id ?? null}::uuid, ${wanted.address ?? null}::text) as foreign`,
  )
  return row?.foreign ?? false
}
