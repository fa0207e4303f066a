import { asc, desc, eq } from 'drizzle-orm'
import { sweepWallets, wallets } from '@/db/schema'
import type { SweepWalletView } from '@/schemas/sweeps/contract'
import type { TenantCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { requireRule } from './own-rule'
import { toSweepWallet } from './view'

const MAX_LISTED = 100

/** The wallets that a rule is processing, most failures first; at most 100. Throws not_found. */
export async function listBusyWallets(
  ctx: TenantCtx & { projectId: string },
  ruleId: string,
): Promise<Rows<SweepWalletView>> {
  await requireRule(ctx, ruleId)
  const rows = await ctx.db
    .select({ row: sweepWallets, address: wallets.address })
    .from(sweepWallets)
    .innerJoin(wallets, eq(wallets.id, sweepWallets.walletId))
    .where(eq(sweepWallets.ruleId, ruleId))
    .orderBy(desc(sweepWallets.failures), asc(sweepWallets.dueAt), asc(sweepWallets.walletId))
    .limit(MAX_LISTED)
  return { items: rows.map(({ row, address }) => toSweepWallet(row, address)) }
}
