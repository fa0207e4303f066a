import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, createdAt, id, moment, updatedAt } from '../columns'

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
        'signer_silent',
        'seed_differs',
        'seed_without_copy',
        'recovering',
        'alarm_channel_failing',
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

/** Where alarms are sent: a mailbox, a chat, an on-call service. */
export const alarmChannels = pgTable(
  'alarm_channels',
  {
    id: id(),
    kind: text('kind', { enum: ['mail', 'slack', 'discord', 'pagerduty', 'pagerduty_eu', 'webhook'] }).notNull(),
    name: text('name').notNull(),
    /** The address, URL or routing key, sealed by custody; and what of it is shown. */
    targetSealed: bytes('target_sealed').notNull(),
    targetHint: text('target_hint').notNull(),
    /** Alarms below it are not sent here. */
    leastSeverity: text('least_severity', { enum: ['critical', 'error', 'warning'] }).notNull(),
    /** `22:00` and the like in the time zone; all three or none. */
    quietFrom: text('quiet_from'),
    quietUntil: text('quiet_until'),
    timeZone: text('time_zone'),
    isActive: boolean('is_active').notNull().default(true),
    /** When the last message for it was written. */
    toldAt: moment('told_at'),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [unique('alarm_channels_name_key').on(table.name)],
)

/** Open alarms that a channel knows of. The row ends with the message that the alarm is closed. */
export const alarmTellings = pgTable(
  'alarm_tellings',
  {
    channelId: uuid('channel_id')
      .notNull()
      .references(() => alarmChannels.id, { onDelete: 'cascade' }),
    /** Kind, chain and subject: the same when the alarm opens again. */
    alarmKey: text('alarm_key').notNull(),
    alarmId: uuid('alarm_id').notNull(),
    /** It waits for the end of the quiet hours. */
    isHeld: boolean('is_held').notNull(),
    /** Under which an on-call service knows it. */
    dedupKey: text('dedup_key').notNull(),
  },
  (table) => [primaryKey({ columns: [table.channelId, table.alarmKey] })],
)
