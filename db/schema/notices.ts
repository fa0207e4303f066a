import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { NOTICE_CHANNEL_KINDS, NOTICE_KINDS } from '../../schemas/notices/words'
import { businessId, bytes, createdAt, id, updatedAt, utcTimestamp } from '../columns'

/** Something that people of a business should check. It opens once per cause and closes when the cause is resolved. */
export const notices = pgTable(
  'notices',
  {
    id: id(),
    businessId: businessId(),
    projectId: uuid('project_id').notNull(),
    kind: text('kind', { enum: NOTICE_KINDS }).notNull(),
    /** The row that caused it; unchanged when it comes again. */
    cause: text('cause').notNull(),
    title: text('title').notNull(),
    detail: text('detail').notNull(),
    /** The actor that caused it, as `user:<id>`, who is not emailed about it. */
    causedBy: text('caused_by'),
    openedAt: utcTimestamp('opened_at').notNull(),
    closedAt: utcTimestamp('closed_at'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('notices_open_key').on(table.projectId, table.kind, table.cause).where(sql`closed_at is null`),
    index('notices_project_idx').on(table.businessId, table.projectId, table.openedAt),
    index('notices_closed_idx').on(table.closedAt).where(sql`closed_at is not null`),
  ],
)

/** When a person last saw the notices of a project. */
export const noticeReads = pgTable(
  'notice_reads',
  {
    businessId: businessId(),
    projectId: uuid('project_id').notNull(),
    userId: uuid('user_id').notNull(),
    readAt: utcTimestamp('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.projectId, table.userId] })],
)

/** A person's choice about emails of a kind, for one project. Without a row only owners are emailed. */
export const noticeMutes = pgTable(
  'notice_mutes',
  {
    businessId: businessId(),
    projectId: uuid('project_id').notNull(),
    userId: uuid('user_id').notNull(),
    kind: text('kind', { enum: NOTICE_KINDS }).notNull(),
    isMailed: boolean('is_mailed').notNull().default(false),
    /** Mailed once a day, in the digest, instead of at once. */
    isDaily: boolean('is_daily').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.projectId, table.userId, table.kind] })],
)

/** The channels that receive a project's notices in addition to emails: a chat, an on-call service, an own URL. */
export const noticeChannels = pgTable(
  'notice_channels',
  {
    id: id(),
    businessId: businessId(),
    projectId: uuid('project_id').notNull(),
    kind: text('kind', { enum: NOTICE_CHANNEL_KINDS }).notNull(),
    name: text('name').notNull(),
    /** The URL or routing key, sealed by custody, and the part of it that is shown. */
    targetSealed: bytes('target_sealed').notNull(),
    targetHint: text('target_hint').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    /** The time of the last delivered message, and the error of the last attempt; null if it was delivered. */
    lastSentAt: utcTimestamp('last_sent_at'),
    problem: text('problem'),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [unique('notice_channels_name_key').on(table.businessId, table.projectId, table.name)],
)
