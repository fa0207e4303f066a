import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { businessId, createdAt, id, utcTimestamp } from '../columns'
import { transactions } from './transactions'

/** A read-only link to a transaction, for people without an account. The token itself is kept nowhere. */
export const transactionShares = pgTable(
  'transaction_shares',
  {
    id: id(),
    businessId: businessId(),
    projectId: uuid('project_id').notNull(),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    tokenHash: text('token_hash').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    expiresAt: utcTimestamp('expires_at').notNull(),
    firstOpenedAt: utcTimestamp('first_opened_at'),
    revokedAt: utcTimestamp('revoked_at'),
  },
  (table) => [
    uniqueIndex('transaction_shares_token_hash_key').on(table.tokenHash),
    index('transaction_shares_transaction_idx').on(table.businessId, table.transactionId),
    index('transaction_shares_expires_idx').on(table.expiresAt),
  ],
)
