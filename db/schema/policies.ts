import { boolean, index, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { APPROVAL_STATUSES } from '../../schemas/approvals/words'
import { businessId, createdAt, id, updatedAt, usdMicros, utcTimestamp } from '../columns'
import { projects } from './projects'
import { transactions } from './transactions'

/**
 * The limits on transfers and signed transactions of a project, or of all projects of a business. Null means no such
 * limit.
 */
export const policies = pgTable(
  'policies',
  {
    id: id(),
    businessId: businessId(),
    /** Null: the policy of the business. */
    projectId: uuid('project_id').references(() => projects.id),
    isActive: boolean('is_active').notNull().default(true),
    perTransactionMicros: usdMicros('per_transaction_micros'),
    /** Rolling: transactions that were accepted in the last 24 hours and have not failed. */
    dailyMicros: usdMicros('daily_micros'),
    /** Above this a second person has to approve. */
    approvalAboveMicros: usdMicros('approval_above_micros'),
    allowedRecipients: jsonb('allowed_recipients').$type<{ address: string; label: string }[]>(),
    /** Contract calls by hd/sign: contract and 4-byte selector (null: any method of it). */
    allowedMethods: jsonb('allowed_methods').$type<{ contract: string; selector: string | null; label: string }[]>(),
    updatedBy: text('updated_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [unique('policies_scope_key').on(table.businessId, table.projectId).nullsNotDistinct()],
)

/** A transaction that waits for a second person; decided once. */
export const approvals = pgTable(
  'approvals',
  {
    id: id(),
    businessId: businessId(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    status: text('status', { enum: APPROVAL_STATUSES }).notNull().default('pending'),
    /** The text of the rule that requires it. */
    reason: text('reason').notNull(),
    /** The actor of the request (`key:<id>` or `user:<id>`): never the one who approves, nor is the key's maker. */
    requestedBy: text('requested_by').notNull(),
    decidedBy: text('decided_by'),
    decidedAt: utcTimestamp('decided_at'),
    note: text('note'),
    expiresAt: utcTimestamp('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('approvals_transaction_key').on(table.transactionId),
    index('approvals_inbox_idx').on(table.businessId, table.status, table.createdAt),
  ],
)
