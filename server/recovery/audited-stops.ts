import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { firstIdAt } from '@/db/new-id'
import { auditLog } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { type AuditedEntries, type AuditRow, isLater, type StopEntry, type StopKind, type StopKinds } from './stop'

/** The number of rows of the audit log that are in memory at once. */
const PAGE = 2_000

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

/** A kind whose stops and liftings follow from rows of the audit log. */
export function auditedEntries({ apply, ...audited }: AuditedEntries & Pick<StopKind, 'apply'>): StopKind {
  return { audited, apply }
}

/**
 * The latest entry of each subject since a moment, by kind. One read of the audit log serves all kinds. Memory grows
 * with the subjects, and not with the log.
 */
export async function listAudited(
  db: WorkerCtx['db'],
  { kinds, since }: { kinds: StopKinds; since: Date },
): Promise<ReadonlyMap<string, readonly StopEntry[]>> {
  const audited = Object.entries(kinds).flatMap(([name, kind]) => (kind.audited ? [{ name, ...kind.audited }] : []))
  const actions = [...new Set(audited.flatMap((kind) => kind.actions))]
  const latest = new Map(audited.map(({ name }) => [name, new Map<string, StopEntry>()]))
  for await (const row of readAudited(db, { actions, since }))
    for (const kind of audited) {
      const newest = latest.get(kind.name)
      if (newest && kind.actions.includes(row.action)) keepLatest(newest, entriesOf(kind, row))
    }
  return new Map([...latest].map(([name, entries]) => [name, [...entries.values()]]))
}

function entriesOf(kind: AuditedEntries, row: AuditRow): StopEntry[] {
  return kind.entriesOf(row).map((stop) => ({ id: row.id, at: row.createdAt.getTime(), ...stop }))
}

function keepLatest(newest: Map<string, StopEntry>, entries: readonly StopEntry[]): void {
  for (const entry of entries) if (isLater(entry, newest.get(entry.subject))) newest.set(entry.subject, entry)
}

/** Page by page through the index of actions, which are read side by side. */
async function* readAudited(
  db: WorkerCtx['db'],
  { actions, since }: { actions: readonly string[]; since: Date },
): AsyncGenerator<AuditRow> {
  const unread = new Map(actions.map((action) => [action, firstIdAt(since)]))
  while (unread.size > 0) {
    const limit = Math.ceil(PAGE / unread.size)
    const rows = await readPage(db, { unread, limit })
    yield* rows
    for (const action of [...unread.keys()]) {
      const found = rows.filter((row) => row.action === action)
      const last = found.at(-1)
      if (last && found.length === limit) unread.set(action, last.id)
      else unread.delete(action)
    }
  }
}

/** The next rows of each action after an id, in their order. */
function readPage(
  db: WorkerCtx['db'],
  { unread, limit }: { unread: ReadonlyMap<string, string>; limit: number },
): Promise<AuditRow[]> {
  const { id, businessId, projectId, actorId, action, target, detail, createdAt } = auditLog
  const starts = [...unread].map(([name, after]) => sql`(${name}, ${after}::uuid)`)
  const next = db
    .select({ id, businessId, projectId, actorId, action, target, detail, createdAt })
    .from(auditLog)
    .where(and(eq(action, sql`start.action`), gt(id, sql`start.id`)))
    .orderBy(asc(id))
    .limit(limit)
    .as('next')
  return db
    .select(next._.selectedFields)
    .from(sql`(values ${sql.join(starts, sql`, `)}) as start(action, id)`)
    .crossJoinLateral(next)
    .orderBy(asc(next.id))
}
