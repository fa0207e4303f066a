import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { businessId, createdAt, id, moment, updatedAt } from '../columns'
import { transactions } from './transactions'

/** Outbox of outcome webhooks: written in the transaction that changes the state it tells of. */
export const webhookMessages = pgTable(
  'webhook_messages',
  {
    id: id(),
    businessId: businessId(),
    projectId: uuid('project_id').notNull(),
    transactionId: uuid('transaction_id').references(() => transactions.id),
    kind: text('kind').notNull(),
    url: text('url').notNull(),
    /** The body that is signed and sent, byte for byte the same at each attempt. */
    body: text('body').notNull(),
    ownSecret: boolean('own_secret').notNull().default(false),
    status: text('status', { enum: ['pending', 'delivered', 'failed'] })
      .notNull()
      .default('pending'),
    /** All attempts, and how many of them use up nothing of the schedule: resends by hand, and what was before a recovery. */
    attemptCount: integer('attempt_count').notNull().default(0),
    resendCount: integer('resend_count').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at'),
    /** Somebody asked to send it once more; cleared by the attempt that did. */
    resendRequestedAt: moment('resend_requested_at'),
    leaseUntil: moment('lease_until'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('webhook_messages_due_idx').on(table.nextAttemptAt).where(sql`status = 'pending'`),
    index('webhook_messages_resend_idx').on(table.resendRequestedAt).where(sql`resend_requested_at is not null`),
    index('webhook_messages_project_idx').on(table.businessId, table.createdAt.desc()),
    uniqueIndex('webhook_messages_outcome_key').on(table.businessId, table.transactionId, table.kind),
  ],
)

/** One row per attempt, also of a manual resend. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    id: id(),
    businessId: businessId(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => webhookMessages.id),
    number: integer('number').notNull(),
    isResend: boolean('is_resend').notNull().default(false),
    /** Null when no answer came. */
    httpStatus: integer('http_status'),
    error: text('error'),
    latencyMs: integer('latency_ms').notNull(),
    responseExcerpt: text('response_excerpt'),
    /** Which key signed: the request's own or the project's. */
    signedWith: text('signed_with', { enum: ['request', 'project'] }).notNull(),
    requestHeaders: jsonb('request_headers').$type<Record<string, string>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('webhook_attempts_message_idx').on(table.businessId, table.messageId, table.number)],
)
