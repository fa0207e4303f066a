import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { TenantCtx } from '@/server/ctx'

type Draft = { chainId: number; tokenAddress: string | null; purpose: string | null; targetWalletId: string }

const found = z.object({ ruleId: z.string().nullable() })

/**
 * Whether a new rule and one of the business would feed each other: whether one of them names the purpose of the wallet
 * that the other, or it itself, sweeps to. Rules for all wallets leave targets out. Answers the other rule, or itself
 * by null; undefined where none does. Rules of all projects count: wallets may be sent to across them.
 */
export async function findFeeding(
  ctx: Pick<TenantCtx, 'db' | 'businessId'> & { projectId: string },
  draft: Draft,
): Promise<string | null | undefined> {
  const { chainId, tokenAddress, purpose, targetWalletId } = draft
  const [row] = await ctx.db.execute(sql`
    with rules as (
      select id, project_id, purpose, target_wallet_id from sweep_rules
      where business_id = ${ctx.businessId}::uuid and chain_id = ${chainId}::int
        and token_address is not distinct from ${tokenAddress}::text and deleted_at is null
      union all select null, ${ctx.projectId}::uuid, ${purpose}::text, ${targetWalletId}::uuid
    )
    select coalesce(source.id, target.id)::text as "ruleId" from rules source
      join rules target on source.id is null or target.id is null
      join wallets w on w.id = target.target_wallet_id and w.business_id = ${ctx.businessId}::uuid
    where source.purpose = w.purpose and source.project_id = coalesce(w.bound_project_id, w.project_id)
    limit 1`)
  return row === undefined ? undefined : found.parse(row).ruleId
}
