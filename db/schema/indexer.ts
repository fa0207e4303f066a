import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { baseUnits, businessId, bytes, createdAt, id, moment, updatedAt } from '../columns'
import { chains } from './chains'
import { projects } from './projects'

/** Who wants to be told of which events of a contract (spec 2.3). */
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
    /** Who paused it: a person or a program of the business, or the platform (its receiver is gone, or failed for days). */
    pausedBecause: text('paused_because', { enum: ['asked', 'gone', 'failing'] }),
    /** The first block it is told of: the one after the chain's head when it was made. */
    fromBlock: baseUnits('from_block').notNull(),
    /** Key of its deliveries, sealed by custody; the one before signs along until the overlap of a rotation ends. */
    secretSealed: bytes('secret_sealed').notNull(),
    secretPreviousSealed: bytes('secret_previous_sealed'),
    secretPreviousUntil: moment('secret_previous_until'),
    secretVersion: integer('secret_version').notNull().default(1),
    /** Events, not attempts: delivered, given up, and never tried (it was paused). */
    deliveredCount: bigint('delivered_count', { mode: 'number' }).notNull().default(0),
    failedCount: bigint('failed_count', { mode: 'number' }).notNull().default(0),
    droppedCount: bigint('dropped_count', { mode: 'number' }).notNull().default(0),
    lastDeliveryAt: moment('last_delivery_at'),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Its logs outlive it. */
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    index('indexer_subscriptions_project_idx')
      .on(table.businessId, table.projectId, table.createdAt.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('indexer_subscriptions_chain_idx').on(table.chainId).where(sql`deleted_at is null`),
  ],
)
