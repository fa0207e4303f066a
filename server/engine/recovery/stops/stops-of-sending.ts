import { and, eq, gt, isNull, lte, or } from 'drizzle-orm'
import { apiKeys, blockedAddresses, businesses, projects } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import { blockAddresses } from '@/server/screening/block-addresses'
import { audited } from './audited'
import type { StopKind } from './stop'

const REASON = 'It was stopped before a backup was restored'

export const STOPS_OF_SENDING = {
  key: {
    async list({ db, now }, since) {
      const { id, revokedAt, expiresAt } = apiKeys
      const rows = await db
        .select({ id, revokedAt, expiresAt })
        .from(apiKeys)
        .where(or(gt(revokedAt, since), and(gt(expiresAt, since), lte(expiresAt, now()))))
      return rows.map((row) => {
        const at = (row.revokedAt ?? row.expiresAt ?? since).getTime()
        return { id: row.id, subject: row.id, isStop: true, at }
      })
    },
    async apply(ctx, { subject }) {
      const { db, now } = ctx
      const { id, revokedAt, expiresAt } = apiKeys
      const [ended] = await db
        .update(apiKeys)
        .set({ revokedAt: now() })
        .where(and(eq(id, subject), isNull(revokedAt), or(isNull(expiresAt), gt(expiresAt, now()))))
        .returning()
      if (!ended) return
      const detail = { lastFour: ended.lastFour, reason: REASON }
      const { businessId, projectId } = ended
      await appendAudit({ ...ctx, businessId, projectId }, { action: 'key.revoked', target: subject, detail })
    },
  },
  business: audited({
    stopped: ['business.suspended'],
    lifted: ['business.active'],
    async apply(ctx, { subject: businessId }) {
      const isActive = and(eq(businesses.id, businessId), eq(businesses.status, 'active'))
      const stopped = await ctx.db
        .update(businesses)
        .set({ status: 'suspended' })
        .where(and(isActive, eq(businesses.kind, 'customer')))
        .returning({ id: businesses.id })
      if (stopped.length === 0) return
      const entry = { action: 'business.suspended', target: businessId, detail: { reason: REASON } }
      await appendAudit({ ...ctx, businessId, projectId: null }, entry)
    },
  }),
  project: audited({
    stopped: ['project.suspended'],
    lifted: ['project.active'],
    async apply(ctx, { subject: projectId }) {
      const [stopped] = await ctx.db
        .update(projects)
        .set({ status: 'suspended' })
        .where(and(eq(projects.id, projectId), eq(projects.status, 'active')))
        .returning({ businessId: projects.businessId })
      if (!stopped) return
      const entry = { action: 'project.suspended', target: projectId, detail: { reason: REASON } }
      await appendAudit({ ...ctx, ...stopped, projectId }, entry)
    },
  }),
  blocked_address: {
    /** Entries of a list that is read come back with its next reading. */
    async list({ db }, since) {
      const { id, businessId, address, reason, source, createdAt, removedAt } = blockedAddresses
      const rows = await db
        .select({ id, businessId, address, reason, createdAt, removedAt })
        .from(blockedAddresses)
        .where(and(eq(source, 'MANUAL'), or(gt(createdAt, since), gt(removedAt, since))))
      return rows.map((row) => ({
        ...{ id: row.id, subject: `${row.businessId} ${row.address}`, reason: row.reason },
        ...{ isStop: row.removedAt === null, at: (row.removedAt ?? row.createdAt).getTime() },
      }))
    },
    async apply(ctx, { subject, reason = REASON }) {
      const [businessId = '', address = ''] = subject.split(' ')
      await blockAddresses({ ...ctx, businessId, projectId: null }, { addresses: [address], reason })
    },
  },
} as const satisfies Record<string, StopKind>
