import { sql } from 'drizzle-orm'
import type { TenantCtx } from '@/server/ctx'

/** Whether another business holds this wallet: the one question the tenant role may ask about foreign rows. */
export async function isForeignWallet(ctx: TenantCtx, wanted: { id?: string; address?: string }): Promise<boolean> {
  const [row] = await ctx.db.execute<{ foreign: boolean }>(
    sql`select wallet_exists_elsewhere(${wanted.id ?? null}::uuid, ${wanted.address ?? null}::text) as foreign`,
  )
  return row?.foreign ?? false
}
