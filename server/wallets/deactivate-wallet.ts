import { and, eq, not, sql } from 'drizzle-orm'
import { wallets } from '@/db/schema/wallets'
import { appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { notFound, refusal } from '@/server/errors'
import { isSeenBy } from './binding'
import { isForeignWallet } from './is-foreign-wallet'

/** Final: a deactivated wallet takes no new operation and cannot come back. What was accepted before still ends. */
export async function deactivateWallet(ctx: TenantCtx, walletId: string): Promise<void> {
  const [wallet] = await ctx.db
    .update(wallets)
    .set({ isActive: false, deactivatedAt: ctx.now() })
    .where(
      and(eq(wallets.businessId, ctx.businessId), eq(wallets.id, walletId), eq(wallets.isActive, true), isSeenBy(ctx)),
    )
    .returning({ address: wallets.address })
  if (!wallet) return refuseDeactivation(ctx, walletId)
  await appendAudit(ctx, { action: 'wallet.deactivate', target: walletId, detail: { address: wallet.address } })
}

async function refuseDeactivation(ctx: TenantCtx, walletId: string): Promise<never> {
  const [beyond] = await ctx.db
    .select({ id: wallets.id })
    .from(wallets)
    .where(and(eq(wallets.businessId, ctx.businessId), eq(wallets.id, walletId), not(isSeenBy(ctx) ?? sql`true`)))
  if (beyond || (await isForeignWallet(ctx, { id: walletId }))) throw refusal('wallet_foreign')
  throw notFound('Wallet')
}
