import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, moment } from '../columns'

/** What an operator has to know: opened once, closed when the cause is gone. */
export const alarms = pgTable(
  'alarms',
  {
    id: id(),
    kind: text('kind', {
      enum: [
        'treasury_low',
        'gas_wallet_low',
        'refill_unpaid',
        'endpoint_wrong_chain',
        'needs_operator',
        'stuck_head',
        'deep_reorg',
        'no_price',
        'no_rate',
        'rate_refused',
        'ledger_drift',
        'jobs_not_registered',
        'chain_stalled',
        'chain_unreachable',
        'transactions_stuck',
        'webhook_backlog',
        'mail_backlog',
        'indexer_behind',
        'deposits_behind',
        'finality_broken',
        'token_index_differs',
        'redemption_stuck',
        'provider_failing',
        'provider_events_dead',
        'provider_sums_differ',
        'provider_reversed',
        'payment_reverted',
        'sweep_failing',
        'refund_waiting',
        'jobs_silent',
        'event_loop_slow',
        'repeated_error',
        'proxy_unreadable',
        'wrong_key',
        'key_unusable',
        'key_service_silent',
        'seed_differs',
        'seed_without_copy',
        'recovering',
      ],
    }).notNull(),
    chainId: integer('chain_id'),
    /** What it is about: an address, an endpoint's label, a transaction id. */
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    /** What the work that the alarm is about waited for at the last look. */
    reason: text('reason'),
    openedAt: createdAt(),
    closedAt: moment('closed_at'),
  },
  (table) => [
    uniqueIndex('alarms_open_key')
      .on(table.kind, table.subject, sql`coalesce(chain_id, 0)`)
      .where(sql`closed_at is null`),
    index('alarms_opened_idx').on(table.openedAt),
  ],
)
