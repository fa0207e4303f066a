import { and, asc, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { ipAllowlist, projects } from '@/db/schema'
import { CLOSED_ADDRESS, CLOSED_LABEL } from '@/schemas/projects/words'
import { appendAudit } from '@/server/audit/append-audit'
import type { OperatorCtx, WorkerCtx } from '@/server/ctx'
import { lockAllowlist } from '@/server/database/lock-allowlist'
import { auditedEntries } from '@/server/recovery/audited-stops'
import { STOPPED_BEFORE, type StopKind } from '@/server/recovery/stop'

const rules = z.object({ addresses: z.array(z.union([z.ipv4(), z.ipv6()])).min(1) })

const changes = auditedEntries({
  actions: ['allowlist.added', 'allowlist.removed'],
  entriesOf: ({ projectId }) => (projectId === null ? [] : [{ subject: projectId, isStop: true }]),
  apply,
})

/**
 * Projects that accept calls from some addresses only. A restored list loses the addresses that were removed after the
 * backup. An empty one gets the addresses again, because it accepts calls from all.
 */
export const allowlistStops: StopKind = {
  ...changes,
  async list({ db }, { audited }) {
    const listed = await readAddresses(
      db,
      audited.map(({ subject }) => subject),
    )
    return audited.map((change) => {
      const addresses = listed.get(change.subject) ?? []
      return { ...change, isStop: addresses.length > 0, rules: { addresses } }
    })
  },
}

async function readAddresses(
  db: WorkerCtx['db'],
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const listed = new Map<string, string[]>()
  if (projectIds.length === 0) return listed
  const rows = await db
    .select({ projectId: ipAllowlist.projectId, ipAddress: ipAllowlist.ipAddress })
    .from(ipAllowlist)
    .where(inArray(ipAllowlist.projectId, [...projectIds]))
    .orderBy(asc(ipAllowlist.id))
  for (const { projectId, ipAddress } of rows) listed.set(projectId, [...(listed.get(projectId) ?? []), ipAddress])
  return listed
}

async function apply(ctx: OperatorCtx, stop: Parameters<StopKind['apply']>[1]): Promise<void> {
  const [project] = await ctx.db
    .select({ businessId: projects.businessId, projectId: projects.id })
    .from(projects)
    .where(eq(projects.id, stop.subject))
  if (!project) return
  const { addresses } = rules.parse(stop.rules)
  const own = { ...ctx, ...project }
  await lockAllowlist(own)
  const isOwn = and(eq(ipAllowlist.businessId, project.businessId), eq(ipAllowlist.projectId, project.projectId))
  const rows = await ctx.db.select().from(ipAllowlist).where(isOwn)
  // Entries from after the backup are not added to an allowlist: a file must not grant access.
  if (rows.length === 0) return add(own, addresses)
  const removed = rows.filter(({ ipAddress }) => !addresses.includes(ipAddress))
  if (removed.length === 0) return
  // Without an entry the list would accept calls from all addresses.
  if (removed.length === rows.length) await add(own, [CLOSED_ADDRESS], CLOSED_LABEL)
  const ids = removed.map(({ id }) => id)
  await ctx.db.delete(ipAllowlist).where(and(isOwn, inArray(ipAllowlist.id, ids)))
  for (const { id, ipAddress } of removed)
    await appendAudit(own, { action: 'allowlist.removed', target: id, detail: { ipAddress, reason: STOPPED_BEFORE } })
}

type ProjectCtx = OperatorCtx & { businessId: string; projectId: string }

async function add(ctx: ProjectCtx, addresses: readonly string[], label = ''): Promise<void> {
  const { businessId, projectId, actor } = ctx
  const added = await ctx.db
    .insert(ipAllowlist)
    .values(addresses.map((ipAddress) => ({ businessId, projectId, ipAddress, label, createdBy: actor.id })))
    .returning()
  for (const { id, ipAddress } of added)
    await appendAudit(ctx, {
      action: 'allowlist.added',
      target: id,
      detail: { ipAddress, label, reason: STOPPED_BEFORE },
    })
}
