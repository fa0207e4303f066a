import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { BLOCK_SOURCES, LIST_FORMATS } from '../../schemas/screening/words'
import { businessId, createdAt, id, utcTimestamp } from '../columns'

/** Addresses that nothing may be sent to: by one business, or under the platform's own for all of them. */
export const blockedAddresses = pgTable(
  'blocked_addresses',
  {
    id: id(),
    businessId: businessId(),
    /** With checksum (EVM), or base58 (Solana). */
    address: text('address').notNull(),
    reason: text('reason').notNull(),
    source: text('source', { enum: BLOCK_SOURCES }).notNull().default('MANUAL'),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    /** Removed rows stay, for the record. */
    removedBy: text('removed_by'),
    removedAt: utcTimestamp('removed_at'),
  },
  (table) => [
    // The form in which addresses are compared: EVM in lower case.
    uniqueIndex('blocked_addresses_once_key')
      .on(table.businessId, sql`(case when address like '0x%' then lower(address) else address end)`, table.source)
      .where(sql`removed_at is null`),
    index('blocked_addresses_list_idx').on(table.businessId, table.createdAt, table.id).where(sql`removed_at is null`),
  ],
)
export type BlockedAddressRow = typeof blockedAddresses.$inferSelect

/** The last read of the list that SCREENING_LIST names: one row. */
export const screeningLists = pgTable('screening_lists', {
  id: text('id').primaryKey(),
  /** The setting it was read under. */
  source: text('source').notNull(),
  etag: text('etag'),
  /** The SHA-256 of the content that is in force. */
  hash: text('hash'),
  count: integer('count').notNull().default(0),
  /** Its entries that are not EVM or Solana addresses. */
  unreadable: integer('unreadable').notNull().default(0),
  /** The bytes of the content that is in force. */
  size: bigint('size', { mode: 'number' }).notNull().default(0),
  format: text('format', { enum: LIST_FORMATS }),
  /** The progress of a reading. `reading_total` is null if the source does not say it. */
  readingSince: utcTimestamp('reading_since'),
  readingBytes: bigint('reading_bytes', { mode: 'number' }).notNull().default(0),
  readingTotal: bigint('reading_total', { mode: 'number' }),
  /** When it was last read, or found unchanged. */
  readAt: utcTimestamp('read_at'),
  checkedAt: utcTimestamp('checked_at').notNull(),
  /** The error of the last read; null if it succeeded. */
  error: text('error'),
  /** The content that was not trusted, and the part that an operator accepted. */
  refusedHash: text('refused_hash'),
  acceptedHash: text('accepted_hash'),
})
