import { sql } from 'drizzle-orm'
import { inTenantReading, type Tenant } from '@/server/ctx'

/** The event after which a stream continues: the transaction that wrote it, and its id. */
export type Position = { xact: string; id: string }

type StoredEvent = Position & { kind: string; body: string }

type OfProject = Tenant & { projectId: string }
type EventsInput = {
  position: Position /** Kinds and families of them; null for all. */
  kinds: readonly string[] | null
  limit: number
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Every transaction below it has ended, so no event is added there any more. */
const HORIZON = sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`

/** No transaction from this id on has begun. */
const NOT_BEGUN = sql`pg_snapshot_xmax(pg_current_snapshot())::text::bigint`

/** `7421-019a...`, as an event's id in a stream. */
export function toCursor({ xact, id }: Position): string {
  return `${xact}-${id}`
}

/** The position of a validated cursor; a number that no transaction can have is after all events. */
export function toPosition(cursor: string): Position {
  const dash = cursor.indexOf('-')
  const xact = BigInt(cursor.slice(0, dash))
  const largest = 2n ** 63n - 1n
  return { xact: String(xact > largest ? largest : xact), id: cursor.slice(dash + 1) }
}

/** The position before all kept events. */
export const OLDEST_POSITION: Position = { xact: '0', id: FIRST_ID }

/** The position after all events that are complete now. */
export async function readHorizon(tenant: OfProject): Promise<Position> {
  const [row] = await inTenantReading(tenant, ({ db }) =>
    db.execute<{ xact: string }>(sql`select (${HORIZON})::text as xact`),
  )
  return { xact: row?.xact ?? '0', id: FIRST_ID }
}

/**
 * The position to continue from, and whether no event is missing: the event of the given position is still kept. A
 * transaction id that has not begun yet is from the cluster before a restore. No event would follow it, so the stream
 * continues from now.
 */
export async function resumeAfter(
  tenant: OfProject,
  { xact, id }: Position,
): Promise<{ position: Position; isComplete: boolean }> {
  const [row] = await inTenantReading(tenant, ({ db }) =>
    db.execute<{ hasBegun: boolean; isKept: boolean }>(sql`
      select ${xact}::bigint < ${NOT_BEGUN} as "hasBegun", exists (
        select 1 from project_events
        where business_id = ${tenant.businessId}::uuid and project_id = ${tenant.projectId}::uuid
          and xact = ${xact}::bigint and id = ${id}::uuid
      ) as "isKept"`),
  )
  const position = row?.hasBegun ? { xact, id } : await readHorizon(tenant)
  return { position, isComplete: row?.hasBegun === true && row.isKept }
}

/**
 * The next events after a position, in the order of their transactions. `isHeld`: more are committed, but an older
 * transaction still runs and may add earlier ones, so read again shortly.
 */
export async function readEvents(
  tenant: OfProject,
  { position, kinds, limit }: EventsInput,
): Promise<{ events: StoredEvent[]; isHeld: boolean }> {
  const rows = await inTenantReading(tenant, ({ db }) =>
    db.execute<StoredEvent & { isComplete: boolean }>(sql`
      select xact::text as xact, id, kind, body, xact < ${HORIZON} as "isComplete" from project_events
      where business_id = ${tenant.businessId}::uuid and project_id = ${tenant.projectId}::uuid
        and (xact, id) > (${position.xact}::bigint, ${position.id}::uuid)
        and xact < ${NOT_BEGUN}
        and (${kinds === null} or exists (
          select 1 from jsonb_array_elements_text(${JSON.stringify(kinds ?? [])}::jsonb) requested(kind)
          where requested.kind in (project_events.kind, split_part(project_events.kind, '.', 1) || '.*')
        ))
      order by project_events.xact, project_events.id limit ${limit}::int`),
  )
  const events = rows.filter(({ isComplete }) => isComplete)
  return { events, isHeld: events.length < rows.length }
}
