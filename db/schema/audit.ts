import { bigint, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { AUDIT_ACTORS } from '@/schemas/audit/words'
import { businessId, createdAt, id } from '../columns'

/** The audit log, hash-chained per business. The application can only insert rows. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    businessId: businessId(),
    /** Position in the business's chain, from 1 without gaps. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    projectId: uuid('project_id'),
    actorType: text('actor_type', { enum: AUDIT_ACTORS }).notNull(),
    actorId: text('actor_id').notNull(),
    action: text('action').notNull(),
    target: text('target').notNull(),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull(),
    requestId: text('request_id'),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('audit_log_business_seq_key').on(table.businessId, table.seq),
    // A start reads every stop since the beginning.
    index('audit_log_action_idx').on(table.action, table.id),
  ],
)
