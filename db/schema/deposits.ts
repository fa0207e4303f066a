import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { DEPOSIT_STAGES, SCREENING_LISTS, SCREENING_STATUSES } from '../../schemas/deposits/words'
import { baseUnits, businessId, createdAt, id, updatedAt, usdMicros, utcTimestamp } from '../columns'
import { chains } from './chains'
import { blockedAddresses } from './screening'
import { wallets } from './wallets'

/** Money that arrived in a wallet: one transfer in one block. The transfer in another block is a separate row. */
export const deposits = pgTable(
  'deposits',
  {
    id: id(),
    businessId: businessId(),
    /** The project to notify: the one the wallet is bound to, or was made in. */
    projectId: uuid('project_id'),
    walletId: uuid('wallet_id')
      .notNull()
      .references(() => wallets.id),
    chainId: integer('chain_id')
      .notNull()
      .references(() => chains.chainId),
    /** Null for the native coin. */
    tokenAddress: text('token_address'),
    symbol: text('symbol').notNull(),
    decimals: integer('decimals').notNull(),
    amountUnits: baseUnits('amount_units').notNull(),
    /** At the price when it was first seen; null without a price. */
    valueUsdMicros: usdMicros('value_usd_micros'),
    fromAddress: text('from_address').notNull(),
    txHash: text('tx_hash').notNull(),
    /** Null for the native coin, which leaves no log. */
    logIndex: integer('log_index'),
    blockNumber: baseUnits('block_number').notNull(),
    blockHash: text('block_hash').notNull(),
    stage: text('stage', { enum: DEPOSIT_STAGES }).notNull().default('seen'),
    confirmedAt: utcTimestamp('confirmed_at'),
    /** The trace of the run that saw it, as `transactions` keeps it. */
    traceContext: text('trace_context'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('deposits_once_key')
      .on(
        table.businessId,
        table.walletId,
        table.chainId,
        table.txHash,
        sql`coalesce(${table.logIndex}, -1)`,
        table.blockHash,
      )
      .where(sql`stage <> 'reverted'`),
    // The filter columns of lists come last, so that rows that do not match are skipped without being read.
    index('deposits_business_idx').on(
      table.businessId,
      table.createdAt,
      table.id,
      table.chainId,
      table.tokenAddress,
      table.stage,
    ),
    index('deposits_wallet_idx').on(
      table.businessId,
      table.walletId,
      table.createdAt,
      table.id,
      table.chainId,
      table.tokenAddress,
      table.stage,
    ),
    index('deposits_group_idx').on(
      table.businessId,
      table.chainId,
      sql`(case when ${table.tokenAddress} is null then 'native' else ${table.tokenAddress} end)`,
      table.stage,
      table.createdAt,
      table.id,
    ),
    // For searches, also by the beginning of a hash.
    index('deposits_tx_hash_idx').on(table.txHash),
    index('deposits_sender_idx').on(table.fromAddress, table.id),
    index('deposits_block_idx').on(table.chainId, table.blockNumber).where(sql`stage <> 'reverted'`),
    index('deposits_seen_idx').on(table.chainId, table.blockNumber).where(sql`stage = 'seen'`),
  ],
)

/**
 * The number of deposits of a business by day (UTC, when they were first seen) and kind. Triggers of `deposits`
 * maintain it.
 */
export const depositCounts = pgTable(
  'deposit_counts',
  {
    businessId: businessId(),
    day: integer('day').notNull(),
    chainId: integer('chain_id').notNull(),
    tokenAddress: text('token_address'),
    stage: text('stage', { enum: DEPOSIT_STAGES }).notNull(),
    n: bigint('n', { mode: 'number' }).notNull(),
  },
  (table) => [
    unique('deposit_counts_key')
      .on(table.businessId, table.day, table.chainId, table.tokenAddress, table.stage)
      .nullsNotDistinct(),
  ],
)

/** Deposits whose sender was blocked when they were seen or confirmed. No row: the sender was not. */
export const depositScreenings = pgTable(
  'deposit_screenings',
  {
    depositId: uuid('deposit_id')
      .primaryKey()
      .references(() => deposits.id),
    businessId: businessId(),
    /** The list that blocks the sender; the platform's if both do. */
    list: text('list', { enum: SCREENING_LISTS }).notNull(),
    status: text('status', { enum: SCREENING_STATUSES }).notNull().default('FLAGGED'),
    blockedAddressId: uuid('blocked_address_id')
      .notNull()
      .references(() => blockedAddresses.id),
    note: text('note'),
    decidedBy: text('decided_by'),
    decidedAt: utcTimestamp('decided_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('deposit_screenings_business_idx').on(table.businessId, table.createdAt, table.depositId),
    index('deposit_screenings_open_idx')
      .on(table.list, table.createdAt, table.depositId)
      .where(sql`status = 'FLAGGED'`),
  ],
)
export type DepositScreeningRow = typeof depositScreenings.$inferSelect
