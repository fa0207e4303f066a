import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { FX_SOURCES } from '../../schemas/fx/words'
import { baseUnits, createdAt, id, updatedAt, utcTimestamp } from '../columns'

/** Sources of the rate between naira and dollar. The active one with a fresh rate and the first priority counts. */
export const fxSources = pgTable('fx_sources', {
  /** `manual`: set by an operator, and ages. `fixed`: does not age, for stacks without a source. */
  name: text('name', { enum: FX_SOURCES }).primaryKey(),
  isActive: boolean('is_active').notNull(),
  /** Lower counts first. */
  priority: integer('priority').notNull(),
  /** A rate older than this prices nothing. */
  maxAgeSeconds: integer('max_age_seconds').notNull().default(21_600),
  /** Hundredths of a percent that a rate may be off the one accepted last. */
  maxDeviationBps: integer('max_deviation_bps').notNull().default(500),
  /** The last rate that an operator set: naira of one dollar, times 10^8. */
  manualRateE8: baseUnits('manual_rate_e8'),
  /** The last call, the failures in a row, and the last error; for sources that are called. */
  askedAt: utcTimestamp('asked_at'),
  failures: integer('failures').notNull().default(0),
  problem: text('problem'),
  updatedAt: updatedAt(),
})

/**
 * Every rate that a source returned, including refused ones. Rows are only added: quotes, receipts and journals refer
 * to the one they were priced at.
 */
export const fxRates = pgTable(
  'fx_rates',
  {
    id: id(),
    source: text('source', { enum: FX_SOURCES })
      .notNull()
      .references(() => fxSources.name),
    /** Naira of one dollar, times 10^8. */
    ngnPerUsdE8: baseUnits('ngn_per_usd_e8').notNull(),
    /** When it held, by the source itself. */
    observedAt: utcTimestamp('observed_at').notNull(),
    status: text('status', { enum: ['accepted', 'refused'] }).notNull(),
    /** The reason why the rate was refused. */
    why: text('why'),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('fx_rates_newest_idx').on(table.source, table.id),
    index('fx_rates_accepted_idx').on(table.source, table.observedAt, table.id).where(sql`status = 'accepted'`),
  ],
)

/** The rate something was priced at. */
export function rateId() {
  return uuid('rate_id').references(() => fxRates.id)
}
