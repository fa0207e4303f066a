import { and, eq } from 'drizzle-orm'
import { wallets } from '@/db/schema/wallets'
import type { UpdateWalletInput, WalletView } from '@/schemas/wallets/contract'
import { appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { validationError } from '@/server/errors'
import { changeMetadata } from '@/server/text/tags'
import { isVisibleTo } from './binding'
import { getWallet } from './get-wallet'
import { refuseInvisibleWallet } from './refuse-invisible-wallet'

/**
 * Sets a wallet's label and merges its metadata, under the lock of its row, so that two changes at once both hold.
 * Audited without the texts. Throws not_found, forbidden, invalid (metadata too large).
 */
export async function updateWallet(ctx: TenantCtx, input: UpdateWalletInput): Promise<WalletView> {
  const { walletId, label, metadata } = input
  const own = and(eq(wallets.businessId, ctx.businessId), eq(wallets.id, walletId))
  const [wallet] = await ctx.db
    .select()
    .from(wallets)
    .where(and(own, isVisibleTo(ctx)))
    .for('update')
  if (!wallet) return refuseInvisibleWallet(ctx, walletId)
  const after = metadata === undefined ? wallet.metadata : changeMetadata(wallet.metadata, metadata)
  if (after === undefined) throw validationError(['metadata: is larger than is kept, with what was there before'])
  await ctx.db
    .update(wallets)
    .set({
      metadata: after,
      ...(wallet.restored && { restored: 'used' as const }),
      ...(label !== undefined && { label: label || null }),
    })
    .where(own)
  const changed = Object.entries({ label, metadata }).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  await appendAudit(ctx, { action: 'wallet.update', target: walletId, detail: { address: wallet.address, changed } })
  return getWallet(ctx, walletId)
}
