import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { businessId, createdAt, id, utcTimestamp } from '../columns'
import { MESSAGE_SOURCES } from './webhooks'

/**
 * Events of projects that stream them, kept for a few days. Each is written in the database transaction that makes it
 * happen.
 */
export const projectEvents = pgTable(
  'project_events',
  {
    id: id(),
    businessId: businessId(),
    projectId: uuid('project_id').notNull(),
    source: text('source', { enum: MESSAGE_SOURCES }).notNull(),
    /** The row of the source. */
    sourceId: uuid('source_id').notNull(),
    kind: text('kind').notNull(),
    /** `{type, timestamp, data}`, as a webhook has it. */
    body: text('body').notNull(),
    /**
     * The transaction that wrote it. Ids are made before their transaction commits, so a later id may be seen first.
     * Rows below the oldest transaction that is still running are complete, and are read in this order.
     */
    xact: bigint('xact', { mode: 'bigint' }).notNull().default(sql`(pg_current_xact_id()::text::bigint)`),
    createdAt: createdAt(),
  },
  (table) => [
    index('project_events_order_idx').on(table.businessId, table.projectId, table.xact, table.id),
    unique('project_events_once_key').on(table.businessId, table.projectId, table.sourceId, table.source, table.kind),
  ],
)

/**
 * The slots of open streams. A project has a few. Its events are recorded while one of them was used within the last
 * days.
 */
export const eventStreams = pgTable(
  'event_streams',
  {
    businessId: businessId(),
    projectId: uuid('project_id').notNull(),
    slot: integer('slot').notNull(),
    /** The stream that holds the slot. */
    holder: uuid('holder').notNull(),
    seenAt: utcTimestamp('seen_at').notNull(),
    /** Null while it is open; a stream whose process died is over once it was not seen for a while. */
    endedAt: utcTimestamp('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.projectId, table.slot] })],
)
