import { and, gte, inArray } from 'drizzle-orm'
import { firstIdAt } from '@/db/new-id'
import { auditLog } from '@/db/schema'
import type { StopKind } from './stop'

type AuditRow = Pick<typeof auditLog.$inferSelect, 'id' | 'businessId' | 'action' | 'target' | 'detail' | 'createdAt'>
type Audited = {
  stopped: readonly string[]
  lifted?: readonly string[]
  subjectOf?: (row: AuditRow) => string
  apply: StopKind['apply']
}

/** A kind whose stops and liftings are the rows of the audit log with these actions. */
export function auditedStops({
  stopped,
  lifted = [],
  subjectOf = ({ target }: AuditRow) => target,
  apply,
}: Audited): StopKind {
  return {
    apply,
    async list({ db }, since) {
      const { id, businessId, action, target, detail, createdAt } = auditLog
      const rows = await db
        .select({ id, businessId, action, target, detail, createdAt })
        .from(auditLog)
        .where(and(gte(id, firstIdAt(since)), inArray(action, [...stopped, ...lifted])))
      return rows.map((row) => ({
        ...{ id: row.id, at: row.createdAt.getTime() },
        ...{ subject: subjectOf(row), isStop: stopped.includes(row.action) },
      }))
    },
  }
}
