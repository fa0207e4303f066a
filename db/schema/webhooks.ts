import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { MESSAGE_STATUSES, PAUSE_CAUSES } from '../../schemas/webhooks/words'
import { businessId, bytes, createdAt, id, updatedAt, utcTimestamp } from '../columns'
import { projects } from './projects'

/** The sources that messages report. */
export const MESSAGE_SOURCES = [
  'transaction',
  'test',
  'indexer',
  'deposit',
  'payment',
  'subscription',
  'token',
  'sweep',
] as const

/** The signature by which a destination verifies the sender: Standard Webhooks, or `X-Indexer-Signature` (spec 6.2). */
const SIGNATURE_SCHEMES = ['standard', 'indexer'] as const

/**
 * The keys that sign: the secret of the request (in memory only), the project's, or those of the destination's event
 * subscription or webhook endpoint.
 */
const KEY_SOURCES = ['request', 'project', 'subscription', 'endpoint'] as const

const WITHDRAWALS = ['receiver-deleted', 'undone'] as const

/**
 * The slots that a message uses: those of its destination, or of the host of a request's URL. They belong to one
 * project, so that other projects cannot use them up.
 */
export const DESTINATION_KEY = sql`(project_id::text || ' ' || coalesce(destination_id::text, lower(substring(url from '^[^:]*://([^/?#]*)')), url)) collate "C"`

/**
 * The conditions of the indexes that find due messages. The first kind waits for its time, the second for its turn: all
 * earlier messages with its order key must be tried first.
 */
export const IS_SCHEDULED = sql`status = 'pending' and (order_key is null or attempt_count > 0)`
export const IS_QUEUED_IN_ORDER = sql`order_key is not null and status = 'pending' and attempt_count = 0`

/** The list of messages: events have separate logs, and would bury everything else. */
export const IS_LISTED = sql`source <> 'indexer'`

/** The outbox: each message is written in the transaction that changes the state it reports. */
export const webhookMessages = pgTable(
  'webhook_messages',
  {
    id: id(),
    businessId: businessId(),
    projectId: uuid('project_id').notNull(),
    source: text('source', { enum: MESSAGE_SOURCES }).notNull(),
    /** The row of the source. A test event is its own source. */
    sourceId: uuid('source_id').notNull(),
    /** The stored destination; null if the URL came with the request. */
    destinationId: uuid('destination_id'),
    kind: text('kind').notNull(),
    url: text('url').notNull(),
    /** The body that is signed and sent, byte for byte the same at each attempt. */
    body: text('body').notNull(),
    scheme: text('scheme', { enum: SIGNATURE_SCHEMES }).notNull().default('standard'),
    keySource: text('key_source', { enum: KEY_SOURCES }).notNull().default('project'),
    /** The trace of its source, as `transactions` keeps it. */
    traceContext: text('trace_context'),
    /** The id in the header `webhook-id`, if it follows from the event; null means the id of the message. */
    reportedAs: uuid('told_as'),
    /** Messages with the same key are sent in order: each waits until the one before was tried once. */
    orderKey: text('order_key'),
    status: text('status', { enum: MESSAGE_STATUSES }).notNull().default('pending'),
    /**
     * All attempts, and those that do not count towards the schedule: manual resends, and attempts before a recovery.
     */
    attemptCount: integer('attempt_count').notNull().default(0),
    resendCount: integer('resend_count').notNull().default(0),
    nextAttemptAt: utcTimestamp('next_attempt_at'),
    /** When a resend was requested; cleared by its attempt. */
    resendRequestedAt: utcTimestamp('resend_requested_at'),
    leaseUntil: utcTimestamp('lease_until'),
    /** When it was last scheduled again after it had failed. */
    recoveredAt: utcTimestamp('recovered_at'),
    /**
     * The reason why it must not be sent, regardless of its state: its destination was deleted first, or its event was
     * reverted.
     */
    withdrawnBecause: text('withdrawn_because', { enum: WITHDRAWALS }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('webhook_messages_due_idx').on(table.nextAttemptAt).where(sql`status = 'pending'`),
    index('webhook_messages_resend_idx').on(table.resendRequestedAt).where(sql`resend_requested_at is not null`),
    index('webhook_messages_project_idx').on(table.businessId, table.createdAt),
    index('webhook_messages_list_idx')
      .on(table.businessId, table.projectId, table.createdAt, table.id, table.status, table.kind)
      .where(IS_LISTED),
    index('webhook_messages_endpoint_idx')
      .on(table.businessId, table.projectId, table.destinationId, table.createdAt, table.id, table.status, table.kind)
      .where(sql`destination_id is not null and ${IS_LISTED}`),
    index('webhook_messages_destination_idx')
      .on(table.destinationId)
      .where(sql`destination_id is not null and status = 'pending'`),
    index('webhook_messages_failed_idx')
      .on(table.businessId, table.projectId, table.createdAt)
      .where(sql`status = 'failed'`),
    index('webhook_messages_receiver_idx').on(sql`(${DESTINATION_KEY})`, table.nextAttemptAt).where(IS_SCHEDULED),
    index('webhook_messages_turn_idx').on(table.orderKey, table.businessId, table.id).where(IS_QUEUED_IN_ORDER),
    unique('webhook_messages_once_key')
      .on(table.businessId, table.sourceId, table.source, table.kind, table.destinationId)
      .nullsNotDistinct(),
  ],
)

/**
 * Paused destinations: their messages wait. A destination that answered 410 is inserted by the statement that records
 * the attempt.
 */
export const webhookPauses = pgTable(
  'webhook_pauses',
  {
    businessId: businessId(),
    destinationId: uuid('destination_id').notNull(),
    /** When the destination was deleted. Messages enqueued for it after that fail. */
    endedAt: utcTimestamp('ended_at'),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.destinationId] })],
)

/** A webhook endpoint of a project: it receives all events of some kinds, without a URL in each request. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: id(),
    businessId: businessId(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id),
    url: text('url').notNull(),
    /** Kinds of events and families of them (`wallet.*`), as the customer entered them. */
    events: jsonb('events').$type<string[]>().notNull(),
    description: text('description').notNull().default(''),
    status: text('status', { enum: ['active', 'paused'] })
      .notNull()
      .default('active'),
    /**
     * The actor that paused it: a person or a program of the business, or the platform (its destination returned 410,
     * or failed for days).
     */
    pausedBecause: text('paused_because', { enum: PAUSE_CAUSES }),
    /**
     * The key of its deliveries, sealed by custody. The previous key also signs until the overlap of a rotation ends.
     */
    secretSealed: bytes('secret_sealed').notNull(),
    secretPreviousSealed: bytes('secret_previous_sealed'),
    secretPreviousUntil: utcTimestamp('secret_previous_until'),
    secretVersion: integer('secret_version').notNull().default(1),
    /** Events, not attempts: delivered, failed, and never tried (it was paused). */
    deliveredCount: bigint('delivered_count', { mode: 'number' }).notNull().default(0),
    failedCount: bigint('failed_count', { mode: 'number' }).notNull().default(0),
    droppedCount: bigint('dropped_count', { mode: 'number' }).notNull().default(0),
    lastDeliveryAt: utcTimestamp('last_delivery_at'),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Its messages outlive it. */
    deletedAt: utcTimestamp('deleted_at'),
  },
  (table) => [
    index('webhook_endpoints_url_idx').using('hash', table.url),
    index('webhook_endpoints_project_idx')
      .on(table.businessId, table.projectId, table.createdAt, table.id)
      .where(sql`deleted_at is null`),
  ],
)

/**
 * Destinations that answered no attempt with a 2xx, since when. After days without such an answer a destination is
 * paused.
 */
export const webhookFailing = pgTable(
  'webhook_failing',
  {
    businessId: businessId(),
    destinationId: uuid('destination_id').notNull(),
    since: utcTimestamp('since').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.destinationId] })],
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
    /** Null without an answer. */
    httpStatus: integer('http_status'),
    error: text('error'),
    latencyMs: integer('latency_ms').notNull(),
    responseExcerpt: text('response_excerpt'),
    /** The source of the keys that signed. It differs from the requested source if those keys no longer exist. */
    signedWith: text('signed_with', { enum: KEY_SOURCES }).notNull(),
    requestHeaders: jsonb('request_headers').$type<Record<string, string>>().notNull(),
    createdAt: createdAt(),
  },
  // The message is the first column: when one is deleted, Postgres finds its attempts by this index.
  (table) => [index('webhook_attempts_of_message_idx').on(table.messageId, table.number)],
)
