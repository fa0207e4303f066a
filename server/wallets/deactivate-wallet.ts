import { and, eq, gt, ne, or, sql } from 'drizzle-orm'
import { tokens } from '@/db/schema/tokens'
import { wallets } from '@/db/schema/wallets'
import { appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { isVisibleTo } from './binding'
import { refuseInvisibleWallet } from './refuse-invisible-wallet'

/**
 * Final: a deactivated wallet takes no new operation and cannot come back. Accepted operations still end. Throws
 * not_found, forbidden, failed if it runs a token that has holders, or may soon have some.
 */
export async function deactivateWallet(ctx: TenantCtx, walletId: string): Promise<void> {
  await requireNoToken(ctx, walletId)
  const [wallet] = await ctx.db
    .update(wallets)
    .set({ isActive: false, deactivatedAt: ctx.now() })
    .where(
      and(
        eq(wallets.businessId, ctx.businessId),
        eq(wallets.id, walletId),
        eq(wallets.isActive, true),
        isVisibleTo(ctx),
      ),
    )
    .returning({ address: wallets.address })
  if (!wallet) return refuseInvisibleWallet(ctx, walletId)
  await appendAudit(ctx, { action: 'wallet.deactivate', target: walletId, detail: { address: wallet.address } })
}

/**
 * Only its tokenAdmin can pay, move or pay back what such a token holds, and the tokenAdmin never changes. A token that
 * is being issued or minted counts too: an accepted mint is not stopped by the deactivation.
 */
async function requireNoToken({ db, businessId }: TenantCtx, walletId: string): Promise<void> {
  const own = and(eq(wallets.businessId, businessId), eq(wallets.id, walletId))
  await db.select({ id: wallets.id }).from(wallets).where(own).for('update')
  const isFunded = sql`exists (select 1 from token_payouts p where p.token_id = ${tokens.id} and p.status in ('FUNDED', 'PAYING'))`
  const isMinting = sql`exists (select 1 from token_operations o where o.token_id = ${tokens.id} and o.kind = 'MINT' and o.status = 'PENDING')`
  const [token] = await db
    .select({ ticker: tokens.ticker })
    .from(tokens)
    .where(
      and(
        eq(tokens.businessId, businessId),
        eq(tokens.walletId, walletId),
        or(
          eq(tokens.status, 'PENDING'),
          and(ne(tokens.status, 'FAILED'), or(gt(tokens.totalSupplyUnits, 0n), isFunded, isMinting)),
        ),
      ),
    )
    .limit(1)
  if (token) throw refusal('wallet_runs_token', { message: `The wallet runs the token ${token.ticker}` })
}
