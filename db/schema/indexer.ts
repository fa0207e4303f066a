import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { REPLAY_STATUSES } from '../../schemas/indexer/replays/words'
import { PAUSE_CAUSES } from '../../schemas/webhooks/words'
import { baseUnits, businessId, bytes, createdAt, id, updatedAt, utcTimestamp } from '../columns'
import { chains } from './chains'
import { projects } from './projects'

/** Subscriptions to events of a contract (spec 2.3). */
export const indexerSubscriptions = pgTable(
  'indexer_subscriptions',
  {
    id: id(),
    businessId: businessId(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id),
    chainId: integer('chain_id')
      .notNull()
      .references(() => chains.chainId),
    contractAddress: text('contract_address').notNull(),
    webhookUrl: text('webhook_url').notNull(),
    /** Keys of the catalog and signatures of events, as they were given. */
    events: jsonb('events').$type<string[]>().notNull(),
    status: text('status', { enum: ['active', 'paused'] })
      .notNull()
      .default('active'),
    /**
     * The actor that paused it: a person or a program of the business, or the platform (its destination returned 410,
     * or failed for days).
     */
    pausedBecause: text('paused_because', { enum: PAUSE_CAUSES }),
    /** The confirmations that a block needs before its events are sent; null: final by the chain's own rule. */
    confirmations: integer('confirmations'),
    /**
     * The reading of the chain (`chain_cursors.depth`) that serves it; follows `confirmations` with the follower's next
     * turn.
     */
    passDepth: integer('pass_depth').notNull().default(0),
    /** The first block of its events: the one after the chain's head when it was made. */
    fromBlock: baseUnits('from_block').notNull(),
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
    /** Logs with the topic of a subscribed event that turned out to be something else. */
    undecodableCount: bigint('undecodable_count', { mode: 'number' }).notNull().default(0),
    lastDeliveryAt: utcTimestamp('last_delivery_at'),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Its logs outlive it. */
    deletedAt: utcTimestamp('deleted_at'),
  },
  (table) => [
    index('indexer_subscriptions_project_idx')
      .on(table.businessId, table.projectId, table.createdAt, table.id)
      .where(sql`deleted_at is null`),
    index('indexer_subscriptions_url_idx').using('hash', table.webhookUrl),
    index('indexer_subscriptions_contract_idx').on(table.contractAddress, table.id),
    index('indexer_subscriptions_chain_idx').on(table.chainId).where(sql`deleted_at is null`),
  ],
)

/** An event of a subscription, which its messages report. */
export const indexerEvents = pgTable(
  'indexer_events',
  {
    id: id(),
    businessId: businessId(),
    projectId: uuid('project_id').notNull(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => indexerSubscriptions.id),
    chainId: integer('chain_id').notNull(),
    /** A key of the catalog, or the name of an event from a declaration. */
    eventType: text('event_type').notNull(),
    /** `<transaction hash>:<log index>`, followed by `:<n>` for an event of a batch. */
    eventId: text('event_id').notNull(),
    transactionHash: text('transaction_hash').notNull(),
    blockNumber: baseUnits('block_number').notNull(),
    blockHash: text('block_hash').notNull(),
    /** The replay that sends it again; null for a live event. */
    replayId: uuid('replay_id'),
    /** The row that counts for the event, if an earlier row exists. Null in the row that counts. */
    firstId: uuid('first_id'),
    /** The outcome that the event counts as: none yet, delivered, failed, or never tried. */
    outcome: text('outcome', { enum: ['delivered', 'failed', 'dropped'] }),
    /** Its block left the chain, and the destination was notified. */
    revertedAt: utcTimestamp('reverted_at'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('indexer_events_once_key')
      .on(
        table.businessId,
        table.subscriptionId,
        table.eventId,
        table.blockHash,
        sql`coalesce(replay_id, '00000000-0000-0000-0000-000000000000'::uuid)`,
      )
      .where(sql`reverted_at is null`),
    // Used by the search of support: the events of a transaction.
    index('indexer_events_transaction_idx').using('hash', table.transactionHash),
    index('indexer_events_block_idx').on(table.chainId, table.blockNumber).where(sql`reverted_at is null`),
  ],
)

/** Requests for the events of past blocks, and their progress. */
export const indexerReplays = pgTable(
  'indexer_replays',
  {
    id: id(),
    businessId: businessId(),
    projectId: uuid('project_id').notNull(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => indexerSubscriptions.id),
    chainId: integer('chain_id').notNull(),
    /** The request as text: a repeated request gets the running replay. */
    asked: text('asked').notNull(),
    /** The subscription's events when it was made. */
    events: jsonb('events').$type<string[]>().notNull(),
    fromBlock: baseUnits('from_block').notNull(),
    toBlock: baseUnits('to_block').notNull(),
    /** The first block that was not read yet, and the hash of the block before it, if that was read. */
    nextBlock: baseUnits('next_block').notNull(),
    lastHash: text('last_hash'),
    status: text('status', { enum: REPLAY_STATUSES }).notNull().default('running'),
    /** The number of events that the replay sent for delivery. */
    eventCount: bigint('event_count', { mode: 'number' }).notNull().default(0),
    /** The failed turns in a row, and the earliest start of the next turn. */
    faultCount: integer('fault_count').notNull().default(0),
    retryAt: utcTimestamp('retry_at'),
    leaseOwner: text('lease_owner'),
    leaseUntil: utcTimestamp('lease_until'),
    fence: integer('fence').notNull().default(0),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    endedAt: utcTimestamp('ended_at'),
  },
  (table) => [
    index('indexer_replays_subscription_idx').on(table.businessId, table.subscriptionId, table.id),
    index('indexer_replays_running_idx').on(table.chainId).where(sql`status = 'running'`),
    uniqueIndex('indexer_replays_asked_key')
      .on(table.businessId, table.subscriptionId, table.asked)
      .where(sql`status = 'running'`),
  ],
)

/**
 * One attempt to deliver an event (spec 2.4), with the columns of its filters. The payload is the body of its message.
 */
export const indexerLogs = pgTable(
  'indexer_logs',
  {
    /** The id of the attempt. */
    id: id(),
    businessId: businessId(),
    projectId: uuid('project_id').notNull(),
    subscriptionId: uuid('subscription_id').notNull(),
    network: text('network').notNull(),
    chainId: integer('chain_id').notNull(),
    contractAddress: text('contract_address').notNull(),
    eventType: text('event_type').notNull(),
    eventId: text('event_id').notNull(),
    transactionHash: text('transaction_hash').notNull(),
    webhookUrl: text('webhook_url').notNull(),
    status: text('status', { enum: ['delivered', 'failed'] }).notNull(),
    /** 0 if nothing answered. */
    httpStatus: integer('http_status').notNull(),
    error: text('error'),
    isReplay: boolean('is_replay').notNull(),
    /** The first log of the event, if the event was sent again. */
    replayOf: uuid('replay_of'),
    messageId: uuid('message_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    // The filter columns of lists come after the id, so that rows that do not match are skipped without being read.
    index('indexer_logs_project_idx').on(
      table.businessId,
      table.projectId,
      table.id,
      table.eventType,
      table.status,
      table.network,
    ),
    index('indexer_logs_subscription_idx').on(
      table.businessId,
      table.subscriptionId,
      table.id,
      table.eventType,
      table.status,
    ),
    index('indexer_logs_group_idx').on(table.businessId, table.subscriptionId, table.eventType, table.status, table.id),
    index('indexer_logs_event_idx').on(table.businessId, table.subscriptionId, table.eventId, table.id),
  ],
)

/**
 * The number of logs of a day (by their ids, counted from 1970) and kind: for each subscription, and for the project as
 * a whole where `subscription_id` is null. Triggers of `indexer_logs` update it in the statement that adds or deletes
 * them.
 */
export const indexerLogCounts = pgTable(
  'indexer_log_counts',
  {
    businessId: businessId(),
    projectId: uuid('project_id').notNull(),
    subscriptionId: uuid('subscription_id'),
    day: integer('day').notNull(),
    eventType: text('event_type').notNull(),
    status: text('status', { enum: ['delivered', 'failed'] }).notNull(),
    network: text('network').notNull(),
    n: bigint('n', { mode: 'number' }).notNull(),
  },
  (table) => [
    unique('indexer_log_counts_key')
      .on(
        table.businessId,
        table.projectId,
        table.subscriptionId,
        table.day,
        table.eventType,
        table.status,
        table.network,
      )
      .nullsNotDistinct(),
    // The days of a partition are deleted with it.
    index('indexer_log_counts_day_idx').on(table.day),
  ],
)
