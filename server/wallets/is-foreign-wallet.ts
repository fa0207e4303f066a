import { sql } from 'drizzle-orm'
import type { TenantCtx } from '@/server/ctx'

/** Whether another business has this wallet: the only query about foreign rows that the tenant role may make. */
export async function isForeignWallet(ctx: TenantCtx, ref: { id?: string; address?: string }): Promise<boolean> {
  const [row] = await ctx.db.execute<{ foreign: boolean }>(
    sql`select wallet_exists_elsewhere(${ref.id ?? null}::uuid, ${ref.address ?? null}::text) as foreign`,
  )
  return row?.foreign ?? false
}
