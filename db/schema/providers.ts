import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { PROVIDER_EVENT_STATES, PROVIDER_NAMES } from '../../schemas/payments/providers/words'
import { bytes, createdAt, id, minorUnits, updatedAt, utcTimestamp } from '../columns'

function provider() {
  return text('provider', { enum: PROVIDER_NAMES })
    .notNull()
    .references(() => paymentProviders.name)
}

/**
 * The providers that open bank accounts for payments. A provider without keys in the environment is not used,
 * regardless of its row.
 */
export const paymentProviders = pgTable('payment_providers', {
  name: text('name', { enum: PROVIDER_NAMES }).primaryKey(),
  isActive: boolean('is_active').notNull().default(true),
  lastOkAt: utcTimestamp('last_ok_at'),
  lastFailedAt: utcTimestamp('last_failed_at'),
  /** The first failed call since the last success; null while calls succeed. */
  failingSince: utcTimestamp('failing_since'),
  lastFailure: text('last_failure'),
  updatedAt: updatedAt(),
})

/** Events from providers, stored byte for byte before they are processed. */
export const providerEvents = pgTable(
  'provider_events',
  {
    id: id(),
    provider: provider(),
    /** The provider's id of this event, or the digest of its bytes: a repeated one makes no second row. */
    eventKey: text('event_key').notNull(),
    kind: text('kind', { enum: ['paid', 'rejected', 'refund', 'other'] }).notNull(),
    /** The account that it is about: our reference, and the provider's. */
    reference: text('reference'),
    providerRef: text('provider_ref'),
    body: bytes('body').notNull(),
    headers: jsonb('headers').$type<Record<string, string>>().notNull(),
    state: text('state', { enum: PROVIDER_EVENT_STATES }).notNull().default('STORED'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: utcTimestamp('next_attempt_at').notNull(),
    /** The reason why the last try failed, or why it is ignored. */
    error: text('error'),
    handledAt: utcTimestamp('handled_at'),
    receivedAt: createdAt(),
  },
  (table) => [
    unique('provider_events_once_key').on(table.provider, table.eventKey),
    index('provider_events_due_idx').on(table.nextAttemptAt).where(sql`state = 'STORED'`),
    index('provider_events_listed_idx').on(table.receivedAt, table.id),
    index('provider_events_state_idx').on(table.state, table.receivedAt, table.id),
  ],
)

/** The totals of a provider and of our receipts for one day (UTC), as last compared. */
export const providerReconciliations = pgTable(
  'provider_reconciliations',
  {
    id: id(),
    provider: provider(),
    day: date('day', { mode: 'string' }).notNull(),
    theirCount: integer('their_count').notNull(),
    theirMinor: minorUnits('their_minor').notNull(),
    ourCount: integer('our_count').notNull(),
    ourMinor: minorUnits('our_minor').notNull(),
    /** Receipts that the comparison added. */
    broughtCount: integer('brought_count').notNull(),
    /** The payments that match none of our accounts. */
    unmatchedCount: integer('unmatched_count').notNull(),
    /**
     * The reason why the provider's list could not be read to its end. The figures then cover the part that was read,
     * or, if nothing was read, are those of the previous comparison.
     */
    problem: text('problem'),
    comparedAt: utcTimestamp('compared_at').notNull(),
  },
  (table) => [unique('provider_reconciliations_day_key').on(table.provider, table.day)],
)
