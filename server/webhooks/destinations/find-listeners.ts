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

/** Who listens, by project; most have nobody. */
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

type Asked = string | Placeholder | SQL
type Table = typeof webhookEndpoints | typeof eventStreams

const select = (db: Database, whose: (table: Table) => SQL | undefined) =>
  db
    .select({ id, businessId, projectId, url, events, status })
    .from(webhookEndpoints)
    .where(and(whose(webhookEndpoints), isNull(deletedAt)))
    .unionAll(
      db
        .selectDistinct(ofStreams)
        .from(eventStreams)
        .where(
          and(
            whose(eventStreams),
            gt(eventStreams.seenAt, sql`now() - make_interval(days => ${sql.raw(String(EVENTS_KEPT_DAYS))})`),
          ),
        ),
    )

/** The question for those who listen to one project. */
export function selectListeners(db: Database, of: { businessId: Asked; projectId: Asked }) {
  return select(db, (table) => and(eq(table.businessId, of.businessId), eq(table.projectId, of.projectId)))
}

const selectOfOne = prepareStatement((db) =>
  selectListeners(db, { businessId: sql.placeholder('businessId'), projectId: sql.placeholder('projectId') }).prepare(
    'listeners-of-project',
  ),
)

/**
 * The webhook endpoints of some projects, the paused ones too: what happens meanwhile is counted; and their streams.
 * One statement for any number, which leaves at the call.
 */
export async function findListeners(db: Database, projects: readonly Project[]): Promise<Listeners> {
  const [first, ...others] = projects
  if (!first) return new Map()
  const of = (key: keyof Project) => [...new Set(projects.map((project) => project[key]))]
  const rows =
    others.length === 0
      ? await selectOfOne(db, first)
      : await select(db, (table) =>
          and(inArray(table.businessId, of('businessId')), inArray(table.projectId, of('projectId'))),
        ).execute()
  return groupByProject(rows)
}

/** As they are read, by project. */
export function groupByProject(rows: readonly Listener[]): Listeners {
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
  const isSubscribedTo = ({ events }: Listener) => events.includes(kind) || events.includes(family)
  return (listeners.get(projectId) ?? []).filter((one) => one.businessId === businessId && isSubscribedTo(one))
}
