import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { baseUnits, utcTimestamp } from '../columns'
import { chains } from './chains'

/** The newest block of each served chain, as the installation's watcher sees it. */
export const chainHeads = pgTable('chain_heads', {
  chainId: integer('chain_id')
    .primaryKey()
    .references(() => chains.chainId),
  /** Null until an endpoint answered for the first time. */
  blockNumber: baseUnits('block_number'),
  /** When that block was first seen. */
  blockAt: utcTimestamp('block_at').notNull(),
  /** When any endpoint last answered. */
  answeredAt: utcTimestamp('answered_at').notNull(),
})

/** The last time at which something that must happen regularly happened. */
export const heartbeats = pgTable('heartbeats', {
  name: text('name').primaryKey(),
  beatAt: utcTimestamp('beat_at').notNull(),
})

/** Unforeseen errors, by what failed: a run of them is an alarm. Holds no text of an error. */
export const unknownErrors = pgTable(
  'unknown_errors',
  {
    origin: text('origin').primaryKey(),
    /** The value since the run began. */
    count: integer('count').notNull(),
    firstAt: utcTimestamp('first_at').notNull(),
    lastAt: utcTimestamp('last_at').notNull(),
  },
  (table) => [index('unknown_errors_last_idx').on(table.lastAt)],
)

/** The last fault of each worker and subject. It is over once the work succeeds. */
export const workFaults = pgTable(
  'work_faults',
  {
    /** The name of the job. */
    name: text('name').notNull(),
    /** The chain or provider that the job works on, if there are several. */
    subject: text('subject').notNull(),
    chainId: integer('chain_id'),
    /** A text without keys. */
    reason: text('reason').notNull(),
    /** The next step that is tried. */
    next: text('next').notNull(),
    /** The faults in a row, without a success between them. */
    count: integer('count').notNull(),
    since: utcTimestamp('since').notNull(),
    lastAt: utcTimestamp('last_at').notNull(),
    overAt: utcTimestamp('over_at'),
  },
  (table) => [primaryKey({ columns: [table.name, table.subject] })],
)
