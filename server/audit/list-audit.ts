import { and, count, desc, eq, inArray } from 'drizzle-orm'
import { apiKeys, auditLog, users } from '@/db/schema'
import type { AuditFilter, AuditPage } from '@/schemas/audit/contract'
import { workerCtx } from '@/server/ctx'
import { offsetOf } from '@/server/paging'
import { isUuid } from '@/server/text/is-uuid'
import type { AuditCtx } from './append-audit'
import { toAuditEntry } from './view'

const PAGE_SIZE = 50

type ChainCtx = Pick<AuditCtx, 'db' | 'businessId'>
type AuditRow = typeof auditLog.$inferSelect

/** A business's audit chain, newest first. */
export async function listAudit(ctx: ChainCtx, { action, page }: AuditFilter): Promise<AuditPage> {
  const ofChain = eq(auditLog.businessId, ctx.businessId)
  const where = and(ofChain, action === undefined ? undefined : eq(auditLog.action, action))
  const [counted] = await ctx.db.select({ total: count() }).from(auditLog).where(where)
  const rows = await ctx.db
    .select()
    .from(auditLog)
    .where(where)
    .orderBy(desc(auditLog.seq))
    .limit(PAGE_SIZE)
    .offset(offsetOf(page, PAGE_SIZE))
  const actions = await ctx.db
    .selectDistinct({ action: auditLog.action })
    .from(auditLog)
    .where(ofChain)
    .orderBy(auditLog.action)
  const names = new Map([...(await peopleAmong(rows)), ...(await keysAmong(ctx, rows))])
  return {
    items: rows.map((row) => toAuditEntry(row, names.get(row.actorId) ?? row.actorId)),
    total: counted?.total ?? 0,
    page,
    pageSize: PAGE_SIZE,
    actions: actions.map((row) => row.action),
  }
}

/** People belong to no tenant, so the worker's role looks up the names of those who acted here. */
async function peopleAmong(rows: AuditRow[]): Promise<[id: string, name: string][]> {
  const ids = actorsOf(rows, 'user')
  if (ids.length === 0) return []
  const people = await workerCtx()
    .db.select({ id: users.id, name: users.name, platformRole: users.platformRole })
    .from(users)
    .where(inArray(users.id, ids))
  return people.map(({ id, name, platformRole }) => [id, platformRole ? `${name} (${platformRole})` : name])
}

async function keysAmong({ db, businessId }: ChainCtx, rows: AuditRow[]): Promise<[id: string, name: string][]> {
  const ids = actorsOf(rows, 'key')
  if (ids.length === 0) return []
  const keys = await db
    .select({ id: apiKeys.id, lastFour: apiKeys.lastFour })
    .from(apiKeys)
    .where(and(eq(apiKeys.businessId, businessId), inArray(apiKeys.id, ids)))
  return keys.map(({ id, lastFour }) => [id, `API key …${lastFour}`])
}

function actorsOf(rows: AuditRow[], type: AuditRow['actorType']): string[] {
  return [...new Set(rows.filter((row) => row.actorType === type).map((row) => row.actorId))].filter(isUuid)
}
