import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { businessId, usdMicros, utcTimestamp } from '../columns'

/** The series that are counted by the hour. A call is in two of them: by its status, and by its operation. */
export const ACTIVITY_SERIES = ['request', 'operation', 'delivery', 'transaction', 'fee', 'deposit', 'payout'] as const

/**
 * The activity of a project, by hour (UTC). Triggers add rows and change none, so that no writer waits for a count. A
 * job folds the rows into one row per key. The sum over all rows of a key is exact at any time (db/activity.sql).
 */
export const activityCounts = pgTable(
  'activity_counts',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    businessId: businessId(),
    projectId: uuid('project_id').notNull(),
    hour: utcTimestamp('hour').notNull(),
    series: text('series', { enum: ACTIVITY_SERIES }).notNull(),
    /** A request's status, an operation as `GET /v1/wallets`, a delivery's destination, else the network. */
    label: text('label').notNull(),
    isOk: boolean('is_ok').notNull(),
    /** The duration, as a step of a logarithmic scale (activity_bucket(ms)); -1 if nothing took time. */
    bucket: integer('bucket').notNull(),
    n: bigint('n', { mode: 'number' }).notNull(),
    usdMicros: usdMicros('usd_micros').notNull().default(sql`0`),
    isFolded: boolean('is_folded').notNull().default(false),
  },
  (table) => [
    index('activity_counts_series_idx').on(table.businessId, table.projectId, table.series, table.hour),
    uniqueIndex('activity_counts_folded_key')
      .on(table.businessId, table.projectId, table.series, table.hour, table.label, table.isOk, table.bucket)
      .where(sql`is_folded`),
    index('activity_counts_unfolded_idx').on(table.hour).where(sql`not is_folded`),
    index('activity_counts_hour_idx').on(table.hour),
  ],
)
