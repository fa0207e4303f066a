import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { MAIL_KINDS, MAIL_STATES } from '../../schemas/mail/words'
import { createdAt, id, updatedAt, utcTimestamp } from '../columns'

/**
 * The outbox of emails and of messages to alarm channels: each is written in the transaction of the change that it
 * reports. Not a tenant table: no request reads emails.
 */
export const mailMessages = pgTable(
  'mail_messages',
  {
    id: id(),
    /** Null if it concerns no customer. */
    businessId: uuid('of_business'),
    kind: text('kind', { enum: MAIL_KINDS }).notNull(),
    toAddress: text('to_address').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    /**
     * The encrypted token of a one-time link, which the stored text leaves out; null once it was sent, or if it will
     * not be sent.
     */
    secretSealed: text('secret_sealed'),
    /** The row that it reports: `payment`, `subscription`, and its id. */
    source: text('source').notNull(),
    sourceId: text('source_id').notNull(),
    /** The alarm channel it leaves by; null if it leaves by the mail server. */
    channelId: uuid('channel_id'),
    /** One recipient gets one email per key. */
    onceKey: text('once_key').notNull(),
    status: text('status', { enum: MAIL_STATES }).notNull(),
    attemptCount: integer('attempt_count').notNull().default(0),
    /** Tries last a day from then; sending it again restarts them. */
    queuedAt: utcTimestamp('queued_at').notNull(),
    nextAttemptAt: utcTimestamp('next_attempt_at'),
    leaseUntil: utcTimestamp('lease_until'),
    error: text('error'),
    sentAt: utcTimestamp('sent_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('mail_messages_once_key').on(table.onceKey, table.toAddress),
    index('mail_messages_due_idx').on(table.nextAttemptAt).where(sql`status = 'pending'`),
    index('mail_messages_channel_idx').on(table.channelId, table.id).where(sql`channel_id is not null`),
    index('mail_messages_listed_idx').on(table.createdAt, table.id),
    index('mail_messages_state_idx').on(table.status, table.createdAt, table.id),
    index('mail_messages_to_idx').on(table.toAddress, table.createdAt, table.id),
  ],
)
