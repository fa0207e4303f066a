import { and, eq, exists, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { projects, wallets } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import { auditedEntries, auditedStops } from '@/server/recovery/audited-stops'
import { STOPPED_BEFORE, type StopKind } from '@/server/recovery/stop'

const rules = z.object({ projectId: z.uuid() })

export const STOPS_OF_WALLETS = {
  /** A wallet that ran a token is deactivated too: its token had no holders any more when its business did so. */
  wallet: auditedStops({
    stopped: ['wallet.deactivate'],
    async apply(ctx, { subject: walletId }) {
      const [wallet] = await ctx.db
        .update(wallets)
        .set({ isActive: false, deactivatedAt: ctx.now() })
        .where(and(eq(wallets.id, walletId), eq(wallets.isActive, true)))
        .returning({ businessId: wallets.businessId, address: wallets.address })
      if (!wallet) return
      const { businessId, address } = wallet
      const entry = { action: 'wallet.deactivate', target: walletId, detail: { address, reason: STOPPED_BEFORE } }
      await appendAudit({ ...ctx, businessId, projectId: null }, entry)
    },
  }),
  /** Wallets that one project alone uses. One that is bound in the backup stays bound to the project of the backup. */
  wallet_binding: auditedEntries({
    actions: ['wallet.bound', 'wallet.unbound'],
    entriesOf: ({ action, target, detail }) => [
      { subject: target, isStop: action === 'wallet.bound', rules: { projectId: detail.to } },
    ],
    async apply(ctx, { subject: walletId, ...stop }) {
      const { projectId } = rules.parse(stop.rules)
      const ownProject = ctx.db
        .select({ id: projects.id })
        .from(projects)
        .where(and(eq(projects.businessId, wallets.businessId), eq(projects.id, projectId)))
      const isFree = and(eq(wallets.isActive, true), isNull(wallets.boundProjectId))
      const [wallet] = await ctx.db
        .update(wallets)
        .set({ boundProjectId: projectId })
        .where(and(eq(wallets.id, walletId), isFree, exists(ownProject)))
        .returning({ businessId: wallets.businessId, address: wallets.address })
      if (!wallet) return
      const { businessId, address } = wallet
      const detail = { address, from: null, to: projectId, reason: STOPPED_BEFORE }
      await appendAudit({ ...ctx, businessId, projectId: null }, { action: 'wallet.bound', target: walletId, detail })
    },
  }),
} as const satisfies Record<string, StopKind>
