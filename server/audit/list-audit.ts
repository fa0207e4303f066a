import { and, count, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { auditLog } from '@/db/schema'
import type { AuditEntryView, AuditFilter, AuditPage, AuditPartInput } from '@/schemas/audit/contract'
import { offsetOf } from '@/server/paging'
import { PART_SIZE, toPart } from '@/server/paging-after'
import type { Part } from '@/server/text/csv-list'
import { withinPeriod } from '@/server/text/within-period'
import type { AuditCtx } from './append-audit'
import { namesFor, readNames } from './read-names'
import { toAuditEntry } from './view'

const PAGE_SIZE = 50

type ChainCtx = Pick<AuditCtx, 'db' | 'businessId'>
type AuditRow = typeof auditLog.$inferSelect

/** A business's audit chain, newest first. */
export async function listAudit(ctx: ChainCtx, { page, ...filter }: AuditFilter): Promise<AuditPage> {
  const where = matches(ctx, filter)
  const [counted] = await ctx.db.select({ total: count() }).from(auditLog).where(where)
  const items = await readEntries(ctx, { where, limit: PAGE_SIZE, offset: offsetOf(page, PAGE_SIZE) })
  const actions = await ctx.db
    .selectDistinct({ action: auditLog.action })
    .from(auditLog)
    .where(eq(auditLog.businessId, ctx.businessId))
    .orderBy(auditLog.action)
  return {
    items,
    total: counted?.total ?? 0,
    page,
    pageSize: PAGE_SIZE,
    actions: actions.map((row) => row.action),
  }
}

/** The matching entries from a position in the chain on. */
export async function listAuditAfter(
  ctx: ChainCtx,
  { after, ...filter }: AuditPartInput,
): Promise<Part<AuditEntryView>> {
  const place = after === null ? undefined : lt(auditLog.seq, seqOf(ctx, after.id))
  const where = and(matches(ctx, filter), place)
  return toPart(await readEntries(ctx, { where, limit: PART_SIZE, offset: 0 }))
}

function seqOf({ businessId }: ChainCtx, id: string): SQL {
  return sql`(select e.seq from ${auditLog} e where e.business_id = ${businessId} and e.id = ${id}::uuid)`
}

type Window = { where: SQL | undefined; limit: number; offset: number }

async function readEntries(ctx: ChainCtx, { where, limit, offset }: Window) {
  const rows = await ctx.db.select().from(auditLog).where(where).orderBy(desc(auditLog.seq)).limit(limit).offset(offset)
  const names = await readNames(ctx, rows)
  return rows.map((row) => {
    const actor = names.get(row.actorId) ?? unnamed(row)
    return { id: row.id, ...toAuditEntry(row, { actor, names: namesFor(row, names) }) }
  })
}

function matches({ businessId }: ChainCtx, { action, actor, from, to }: Omit<AuditFilter, 'page'>): SQL | undefined {
  const { createdAt } = auditLog
  return and(
    eq(auditLog.businessId, businessId),
    action === undefined ? undefined : eq(auditLog.action, action),
    actor && eq(auditLog.actorType, actor),
    withinPeriod(createdAt, { from, to }),
  )
}

/** The text for an actor without a name: a part of the platform, a visitor of a shared link, or a former person. */
function unnamed({ actorType, actorId }: AuditRow): string {
  if (actorType !== 'system') return actorId
  return actorId === 'visitor' ? 'A visitor' : `The platform (${actorId})`
}
