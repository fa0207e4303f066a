import { and, eq, inArray, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { type Database, preparedOnce } from '@/db/client'
import { webhookEndpoints } from '@/db/schema'
import type { ProjectEventKind } from '@/server/webhooks/words'

/** A webhook endpoint as who has something to tell sees it. */
export type Listener = Pick<
  typeof webhookEndpoints.$inferSelect,
  'id' | 'businessId' | 'projectId' | 'url' | 'events' | 'status'
>

/** Who listens, by project; most have nobody. */
export type Listeners = ReadonlyMap<string, readonly Listener[]>

type Project = { businessId: string; projectId: string }

const { id, businessId, projectId, url, events, status, deletedAt } = webhookEndpoints

type Asked = string | Placeholder | SQL

const select = (db: Database, whose: SQL | undefined) =>
  db
    .select({ id, businessId, projectId, url, events, status })
    .from(webhookEndpoints)
    .where(and(whose, isNull(deletedAt)))

/** The question for the webhook endpoints of one project. */
export function selectListeners(db: Database, of: { businessId: Asked; projectId: Asked }) {
  return select(db, and(eq(businessId, of.businessId), eq(projectId, of.projectId)))
}

const selectOfOne = preparedOnce((db) =>
  selectListeners(db, { businessId: sql.placeholder('businessId'), projectId: sql.placeholder('projectId') }).prepare(
    'listeners-of-project',
  ),
)

/**
 * The webhook endpoints of some projects, the paused ones too: what happens meanwhile is counted. One statement for any number,
 * which leaves at the call.
 */
export async function findListeners(db: Database, projects: readonly Project[]): Promise<Listeners> {
  const [first, ...others] = projects
  if (!first) return new Map()
  const of = (key: keyof Project) => [...new Set(projects.map((project) => project[key]))]
  const rows =
    others.length === 0
      ? await selectOfOne(db, first)
      : await select(db, and(inArray(businessId, of('businessId')), inArray(projectId, of('projectId')))).execute()
  return byProject(rows)
}

/** As they are read, by project. */
export function byProject(rows: readonly Listener[]): Listeners {
  const listeners = new Map<string, Listener[]>()
  for (const row of rows) listeners.set(row.projectId, [...(listeners.get(row.projectId) ?? []), row])
  return listeners
}

/** Those of a project that asked for a kind, by its name or by its family. */
export function listenersTo(
  listeners: Listeners,
  { businessId, projectId, kind }: Project & { kind: ProjectEventKind },
): Listener[] {
  const family = `${kind.slice(0, kind.indexOf('.'))}.*`
  const isToldOf = ({ events }: Listener) => events.includes(kind) || events.includes(family)
  return (listeners.get(projectId) ?? []).filter((one) => one.businessId === businessId && isToldOf(one))
}
