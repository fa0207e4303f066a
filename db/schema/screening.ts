import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { BLOCK_SOURCES } from '../../schemas/screening/words'
import { businessId, createdAt, id, moment } from '../columns'

/** Addresses that nothing is sent to: of one business, or under the platform's own for all of them. */
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
    removedAt: moment('removed_at'),
  },
  (table) => [
    // The form in which addresses are compared: EVM in lower case.
    uniqueIndex('blocked_addresses_key')
      .on(table.businessId, sql`(case when address like '0x%' then lower(address) else address end)`)
      .where(sql`removed_at is null`),
    index('blocked_addresses_list_idx').on(table.businessId, table.createdAt, table.id).where(sql`removed_at is null`),
  ],
)
export type BlockedAddressRow = typeof blockedAddresses.$inferSelect
