import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { NOTICE_KINDS } from '../../schemas/notices/words'
import { businessId, createdAt, id, moment } from '../columns'

/** Something that people of a business should look at: opened once a cause, closed when the cause is gone. */
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
    openedAt: moment('opened_at').notNull(),
    closedAt: moment('closed_at'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('notices_open_key').on(table.projectId, table.kind, table.cause).where(sql`closed_at is null`),
    index('notices_project_idx').on(table.businessId, table.projectId, table.openedAt),
    index('notices_closed_idx').on(table.closedAt).where(sql`closed_at is not null`),
  ],
)

/** When a person last looked at the notices of a project. */
export const noticeReads = pgTable(
  'notice_reads',
  {
    businessId: businessId(),
    projectId: uuid('project_id').notNull(),
    userId: uuid('user_id').notNull(),
    readAt: moment('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.projectId, table.userId] })],
)

/** Kinds that a person is not mailed, of one project; the others are mailed at once. */
export const noticeMutes = pgTable(
  'notice_mutes',
  {
    businessId: businessId(),
    projectId: uuid('project_id').notNull(),
    userId: uuid('user_id').notNull(),
    kind: text('kind', { enum: NOTICE_KINDS }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.projectId, table.userId, table.kind] })],
)
