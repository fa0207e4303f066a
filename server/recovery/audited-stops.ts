import { and, asc, eq, gt } from 'drizzle-orm'
import { firstIdAt } from '@/db/new-id'
import { auditLog } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { isLater, type Stop, type StopKind } from './stop'

const PAGE = 1_000

/** What a kind reads of a row of the audit log. */
export type AuditRow = Pick<
  typeof auditLog.$inferSelect,
  'id' | 'businessId' | 'projectId' | 'actorId' | 'action' | 'target' | 'detail' | 'createdAt'
>
type Entry = Pick<Stop, 'subject' | 'isStop' | 'rules'>
type Audited = {
  actions: readonly string[]
  entriesOf: (row: AuditRow) => readonly Entry[]
  apply: StopKind['apply']
}
type AuditedStops = {
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
}: AuditedStops): StopKind {
  return auditedEntries({
    actions: [...stopped, ...lifted],
    entriesOf: (row) => [{ subject: subjectOf(row), isStop: stopped.includes(row.action) }],
    apply,
  })
}

/**
 * A kind whose stops and liftings follow from rows of the audit log. The list has the latest entry of each subject:
 * memory grows with the subjects, and not with the log.
 */
export function auditedEntries({ actions, entriesOf, apply }: Audited): StopKind {
  return {
    apply,
    async list({ db }, since) {
      const latest = new Map<string, Omit<Stop, 'kind'>>()
      for (const action of actions)
        for await (const row of readAudited(db, { action, since }))
          for (const entry of entriesOf(row)) {
            const found = { id: row.id, at: row.createdAt.getTime(), ...entry }
            if (isLater(found, latest.get(entry.subject))) latest.set(entry.subject, found)
          }
      return [...latest.values()]
    },
  }
}

/** Page by page through the index of actions. */
async function* readAudited(
  db: WorkerCtx['db'],
  { action, since }: { action: string; since: Date },
): AsyncGenerator<AuditRow> {
  const { id, businessId, projectId, actorId, target, detail, createdAt } = auditLog
  for (let after = firstIdAt(since); ; ) {
    const rows = await db
      .select({ id, businessId, projectId, actorId, action: auditLog.action, target, detail, createdAt })
      .from(auditLog)
      .where(and(eq(auditLog.action, action), gt(id, after)))
      .orderBy(asc(id))
      .limit(PAGE)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.id
  }
}
