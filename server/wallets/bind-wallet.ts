import { and, eq } from 'drizzle-orm'
import { projects, wallets } from '@/db/schema'
import type { BindWalletInput } from '@/schemas/wallets/contract'
import { appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'

/**
 * Binds a wallet to one project of the business, so that keys of other projects get the same answer as for a wallet of
 * another business; or removes the binding. Transactions accepted before still complete. Audited. Throws not_found
 * (wallet, project), conflict (no change, deactivated).
 */
export async function bindWallet(ctx: TenantCtx, { walletId, boundProjectId }: BindWalletInput): Promise<void> {
  if (boundProjectId !== null) await requireOwnProject(ctx, boundProjectId)
  const own = and(eq(wallets.businessId, ctx.businessId), eq(wallets.id, walletId))
  const [wallet] = await ctx.db.select().from(wallets).where(own).for('update')
  if (!wallet) throw notFound('Wallet')
  if (!wallet.isActive) throw new ApiError('conflict', 'A deactivated wallet accepts no operations anyway')
  const { address, boundProjectId: from } = wallet
  if (from === boundProjectId) throw new ApiError('conflict', 'The wallet is bound like this already')
  await ctx.db.update(wallets).set({ boundProjectId }).where(own)
  await appendAudit(ctx, {
    action: boundProjectId === null ? 'wallet.unbound' : 'wallet.bound',
    target: walletId,
    detail: { address, from, to: boundProjectId },
  })
}

async function requireOwnProject({ db, businessId }: TenantCtx, projectId: string): Promise<void> {
  const [project] = await db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.businessId, businessId), eq(projects.id, projectId)))
  if (!project) throw notFound('Project')
}
