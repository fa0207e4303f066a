import { and, eq, gt, inArray, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { type Database, prepareStatement } from '@/db/client'
import { eventStreams, webhookEndpoints } from '@/db/schema'
import { EVENTS_KEPT_DAYS } from '@/schemas/webhooks/streams/words'
import { EVENT_FAMILIES, type ProjectEventKind } from '@/schemas/webhooks/words'

/**
 * A webhook endpoint as publishers see it; or `streaming`, for all of a project's streams together, which have no URL
 * and whose id is the project's.
 */
export type Listener = Pick<
  typeof webhookEndpoints.$inferSelect,
  'id' | 'businessId' | 'projectId' | 'url' | 'events'
> & {
  status: 'active' | 'paused' | 'streaming'
}

/** The listeners of each project; most projects have none. */
export type Listeners = ReadonlyMap<string, readonly Listener[]>

type Project = { businessId: string; projectId: string }

const { id, businessId, projectId, url, events, deletedAt } = webhookEndpoints
const status = sql<Listener['status']>`${webhookEndpoints.status}`
const ofStreams = {
  id: sql<string>`${eventStreams.projectId}`,
  businessId: eventStreams.businessId,
  projectId: eventStreams.projectId,
  url: sql<string>`''`,
  events: sql<string[]>`${JSON.stringify(EVENT_FAMILIES)}::jsonb`.mapWith(events),
  status: sql<Listener['status']>`'streaming'`,
}

type IdOrSql = string | Placeholder | SQL
type Table = typeof webhookEndpoints | typeof eventStreams

const select = (db: Database, conditionOf: (table: Table) => SQL | undefined) =>
  db
    .select({ id, businessId, projectId, url, events, status })
    .from(webhookEndpoints)
    .where(and(conditionOf(webhookEndpoints), isNull(deletedAt)))
    .unionAll(
      db
        .selectDistinct(ofStreams)
        .from(eventStreams)
        .where(
          and(
            conditionOf(eventStreams),
            gt(eventStreams.seenAt, sql`now() - make_interval(days => ${sql.raw(String(EVENTS_KEPT_DAYS))})`),
          ),
        ),
    )

/** The query for the listeners of one project. */
export function selectListeners(db: Database, of: { businessId: IdOrSql; projectId: IdOrSql }) {
  return select(db, (table) => and(eq(table.businessId, of.businessId), eq(table.projectId, of.projectId)))
}

const selectOfOne = prepareStatement((db) =>
  selectListeners(db, { businessId: sql.placeholder('businessId'), projectId: sql.placeholder('projectId') }).prepare(
    'listeners-of-project',
  ),
)

/**
 * Reads the webhook endpoints and streams of some projects, including paused endpoints, which count their missed
 * events. One statement for any number, sent at the call.
 */
export async function findListeners(db: Database, projects: readonly Project[]): Promise<Listeners> {
  const [first, ...others] = projects
  if (!first) return new Map()
  const valuesOf = (key: keyof Project) => [...new Set(projects.map((project) => project[key]))]
  const rows =
    others.length === 0
      ? await selectOfOne(db, first)
      : await select(db, (table) =>
          and(inArray(table.businessId, valuesOf('businessId')), inArray(table.projectId, valuesOf('projectId'))),
        ).execute()
  return groupByProject(rows)
}

/** Groups the rows by project. */
export function groupByProject(rows: readonly Listener[]): Listeners {
  const listeners = new Map<string, Listener[]>()
  for (const row of rows) listeners.set(row.projectId, [...(listeners.get(row.projectId) ?? []), row])
  return listeners
}

/** The listeners of a project that are subscribed to a kind, by its name or its family. */
export function listenersTo(
  listeners: Listeners,
  { businessId, projectId, kind }: Project & { kind: ProjectEventKind },
): Listener[] {
  const family = `${kind.slice(0, kind.indexOf('.'))}.*`
  const isSubscribedTo = ({ events }: Listener) => events.includes(kind) || events.includes(family)
  return (listeners.get(projectId) ?? []).filter((one) => one.businessId === businessId && isSubscribedTo(one))
}
