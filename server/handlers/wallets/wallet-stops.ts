import { and, eq, exists, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { projects, wallets } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import { auditedEntries } from '@/server/recovery/audited-stops'
import { STOPPED_BEFORE, type StopKind } from '@/server/recovery/stop'

const named = z.object({ address: z.string().optional() })
const rules = named.extend({ projectId: z.uuid() })

/** The wallet of a stop. One that a restore added again has another id than before, and its former address. */
function isStopped(walletId: string, { address }: z.output<typeof named>): SQL | undefined {
  const isAdded = address === undefined ? undefined : and(eq(wallets.address, address), isNotNull(wallets.restored))
  return or(eq(wallets.id, walletId), isAdded)
}

export const STOPS_OF_WALLETS = {
  /** A wallet that operated a token is deactivated too: its token had no holders when its business deactivated it. */
  wallet: auditedEntries({
    actions: ['wallet.deactivate'],
    entriesOf: ({ target, detail }) => [{ subject: target, isStop: true, rules: { address: detail.address } }],
    async apply(ctx, stop) {
      const [wallet] = await ctx.db
        .update(wallets)
        .set({ isActive: false, deactivatedAt: ctx.now() })
        .where(and(isStopped(stop.subject, named.parse(stop.rules ?? {})), eq(wallets.isActive, true)))
        .returning({ businessId: wallets.businessId, address: wallets.address })
      if (!wallet) return
      const { businessId, address } = wallet
      const entry = {
        action: 'wallet.deactivate',
        target: stop.subject,
        detail: { address, reason: STOPPED_BEFORE },
      } as const
      await appendAudit({ ...ctx, businessId, projectId: null }, entry)
    },
  }),
  /** Wallets that one project alone uses. One that is bound in the backup stays bound to the project of the backup. */
  wallet_binding: auditedEntries({
    actions: ['wallet.bound', 'wallet.unbound'],
    entriesOf: ({ action, target, detail }) => [
      {
        ...{ subject: target, isStop: action === 'wallet.bound' },
        rules: { projectId: detail.to, address: detail.address },
      },
    ],
    async apply(ctx, stop) {
      const { projectId, address: former } = rules.parse(stop.rules)
      const ownProject = ctx.db
        .select({ id: projects.id })
        .from(projects)
        .where(and(eq(projects.businessId, wallets.businessId), eq(projects.id, projectId)))
      const isFree = and(eq(wallets.isActive, true), isNull(wallets.boundProjectId))
      const [wallet] = await ctx.db
        .update(wallets)
        .set({ boundProjectId: projectId })
        .where(and(isStopped(stop.subject, { address: former }), isFree, exists(ownProject)))
        .returning({ businessId: wallets.businessId, address: wallets.address })
      if (!wallet) return
      const { businessId, address } = wallet
      const detail = { address, from: null, to: projectId, reason: STOPPED_BEFORE }
      await appendAudit(
        { ...ctx, businessId, projectId: null },
        { action: 'wallet.bound', target: stop.subject, detail },
      )
    },
  }),
} as const satisfies Record<string, StopKind>
