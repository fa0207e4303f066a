import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { OPERATION_KINDS, OPERATION_STATUSES } from '../../schemas/tokens/words'
import { baseUnits, businessId, createdAt, id, updatedAt, utcTimestamp } from '../columns'
import { tokenPayouts } from './token-payouts'
import { tokens } from './tokens'

/** Operations on tokens. A step is one transaction, an item the outcome of one line of a batch. */
export const tokenOperations = pgTable(
  'token_operations',
  {
    id: id(),
    businessId: businessId(),
    projectId: uuid('project_id').notNull(),
    tokenId: uuid('token_id')
      .notNull()
      .references(() => tokens.id),
    kind: text('kind', { enum: OPERATION_KINDS }).notNull(),
    status: text('status', { enum: OPERATION_STATUSES }).notNull().default('PENDING'),
    /** The request, for the record: addresses and decimal amounts. */
    detail: jsonb('detail').$type<Record<string, string | number | boolean | null>>().notNull().default({}),
    /** The coupon or redemption that the operation pays. */
    payoutId: uuid('payout_id').references(() => tokenPayouts.id),
    error: text('error'),
    code: text('code'),
    webhookUrl: text('webhook_url'),
    webhookOwnSecret: boolean('webhook_own_secret').notNull().default(false),
    /** When its next wave is tried, after a temporary refusal. */
    nextAttemptAt: utcTimestamp('next_attempt_at'),
    attempts: integer('attempts').notNull().default(0),
    idempotencyKey: text('idempotency_key'),
    /** Derived from the idempotency key; the ids of its calls on chain derive from it. Null without a key. */
    intentId: uuid('intent_id'),
    requestId: text('request_id'),
    /** The trace of its request, as in `transactions`. */
    traceContext: text('trace_context'),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    endedAt: utcTimestamp('ended_at'),
  },
  (table) => [
    index('token_operations_token_idx').on(table.tokenId, table.createdAt, table.id),
    index('token_operations_open_idx').on(table.tokenId).where(sql`status = 'PENDING'`),
    index('token_operations_due_idx').on(table.nextAttemptAt).where(sql`status = 'PENDING'`),
    uniqueIndex('token_operations_payout_key').on(table.payoutId).where(sql`status = 'PENDING'`),
  ],
)

/** A call of an operation. Those of one wave are accepted together, once all of the wave before are done. */
export const tokenSteps = pgTable(
  'token_steps',
  {
    id: id(),
    businessId: businessId(),
    operationId: uuid('operation_id')
      .notNull()
      .references(() => tokenOperations.id),
    wave: integer('wave').notNull(),
    number: integer('number').notNull(),
    /** The wallet that sends it; it belongs to the business. */
    fromAddress: text('from_address').notNull(),
    toAddress: text('to_address').notNull(),
    callData: text('call_data').notNull(),
    /** Its first item, and the number of items. */
    firstLine: integer('first_line').notNull().default(0),
    lineCount: integer('line_count').notNull().default(0),
    status: text('status', { enum: ['WAITING', 'OPEN', 'DONE', 'FAILED'] })
      .notNull()
      .default('WAITING'),
    transactionId: uuid('transaction_id'),
    txHash: text('tx_hash'),
    error: text('error'),
    /** The number of the block that holds the transaction. */
    blockNumber: baseUnits('block_number'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('token_steps_number_key').on(table.operationId, table.number),
    uniqueIndex('token_steps_transaction_key').on(table.transactionId),
  ],
)

/** One line of a batch, and what became of it. */
export const tokenItems = pgTable(
  'token_items',
  {
    operationId: uuid('operation_id')
      .notNull()
      .references(() => tokenOperations.id),
    businessId: businessId(),
    line: integer('line').notNull(),
    address: text('address').notNull(),
    /** Set for mints. */
    amountUnits: baseUnits('amount_units'),
    /** Set for registrations. */
    investorId: text('investor_id'),
    status: text('status', { enum: OPERATION_STATUSES }).notNull().default('PENDING'),
    code: text('code'),
  },
  (table) => [primaryKey({ columns: [table.operationId, table.line] })],
)
