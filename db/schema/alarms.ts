import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ALARM_KINDS, SEVERITIES } from '../../schemas/alarms/words'
import { CHANNEL_KINDS } from '../../schemas/channels/words'
import { bytes, createdAt, id, updatedAt, utcTimestamp } from '../columns'

/** Conditions that an operator has to resolve: each alarm opens once and closes when the cause is resolved. */
export const alarms = pgTable(
  'alarms',
  {
    id: id(),
    kind: text('kind', {
      enum: ALARM_KINDS,
    }).notNull(),
    chainId: integer('chain_id'),
    /** The subject of the alarm: an address, an endpoint's label, a transaction id. */
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    /** The reason why the work that the alarm is about waited at the last check. */
    reason: text('reason'),
    openedAt: createdAt(),
    closedAt: utcTimestamp('closed_at'),
  },
  (table) => [
    uniqueIndex('alarms_open_key')
      .on(table.kind, table.subject, sql`coalesce(chain_id, 0)`)
      .where(sql`closed_at is null`),
    index('alarms_opened_idx').on(table.openedAt),
  ],
)

/** The channels that receive alarms: an email address, a chat, an on-call service. */
export const alarmChannels = pgTable(
  'alarm_channels',
  {
    id: id(),
    kind: text('kind', { enum: CHANNEL_KINDS }).notNull(),
    name: text('name').notNull(),
    /** The address, URL or routing key, sealed by custody, and the part of it that is shown. */
    targetSealed: bytes('target_sealed').notNull(),
    targetHint: text('target_hint').notNull(),
    /** Alarms below it are not sent here. */
    leastSeverity: text('least_severity', { enum: SEVERITIES }).notNull(),
    /** `22:00` and the like in the time zone; all three or none. */
    quietFrom: text('quiet_from'),
    quietUntil: text('quiet_until'),
    timeZone: text('time_zone'),
    isActive: boolean('is_active').notNull().default(true),
    /** When the last message for it was written. */
    toldAt: utcTimestamp('told_at'),
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
    /** Kind, chain and subject: unchanged when the alarm opens again. */
    alarmKey: text('alarm_key').notNull(),
    alarmId: uuid('alarm_id').notNull(),
    /** The notice waits for the end of the quiet hours. */
    isHeld: boolean('is_held').notNull(),
    /** The key by which an on-call service identifies the alarm. */
    dedupKey: text('dedup_key').notNull(),
  },
  (table) => [primaryKey({ columns: [table.channelId, table.alarmKey] })],
)
