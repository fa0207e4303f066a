import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { baseUnits, createdAt, id, updatedAt, utcTimestamp } from '../columns'
import { chains } from './chains'
import { deposits } from './deposits'
import { depositAccounts } from './payments'
import { wallets } from './wallets'

/** Tokens that payments accept; operators add the rows. */
export const depositTokens = pgTable(
  'deposit_tokens',
  {
    id: id(),
    chainId: integer('chain_id')
      .notNull()
      .references(() => chains.chainId),
    tokenAddress: text('token_address').notNull(),
    symbol: text('symbol').notNull(),
    /** The decimals that its contract, or its mint, reports. */
    decimals: integer('decimals').notNull(),
    peg: text('peg', { enum: ['USD', 'NGN'] }).notNull(),
    /** A smaller amount at one address is not worth its gas and stays there. */
    sweepLeastUnits: baseUnits('sweep_least_units').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('deposit_tokens_token_key').on(table.chainId, table.tokenAddress)],
)

/**
 * The states of an arrival. `NEW`: not yet recorded as money of its payment. `RECEIVED`: recorded. `FOREIGN`: not
 * accepted at its address, such as a coin or another token. `REVERTED`: left the chain after it was confirmed.
 * `DOUBTFUL`: arrived again in another block after that. An operator decides about the last two.
 */
export const ARRIVAL_STATES = ['NEW', 'RECEIVED', 'FOREIGN', 'REVERTED', 'DOUBTFUL'] as const

/** Confirmed deposits to addresses that were made for a payment: one row for each. */
export const paymentArrivals = pgTable(
  'payment_arrivals',
  {
    depositId: uuid('deposit_id')
      .primaryKey()
      .references(() => deposits.id),
    walletId: uuid('wallet_id')
      .notNull()
      .references(() => wallets.id),
    accountId: uuid('account_id').references(() => depositAccounts.id),
    chainId: integer('chain_id').notNull(),
    /** Null for the native coin. */
    tokenAddress: text('token_address'),
    units: baseUnits('units').notNull(),
    providerTxnId: text('provider_txn_id').notNull(),
    state: text('state', { enum: ARRIVAL_STATES }).notNull(),
    /** The sweep, or the rescue, that moves it; null again if that failed. */
    sweepId: uuid('sweep_id'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: utcTimestamp('next_attempt_at'),
    problem: text('problem'),
    /** The decision that one operator proposed and a second must approve. */
    proposedBy: text('proposed_by'),
    proposal: text('proposal'),
    /** The person who decided on it, the decision and the reason; null without a decision of a person. */
    decidedBy: text('decided_by'),
    decision: text('decision'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('payment_arrivals_new_idx').on(table.nextAttemptAt).where(sql`state = 'NEW'`),
    index('payment_arrivals_unswept_idx')
      .on(table.chainId, table.walletId)
      .where(sql`state = 'RECEIVED' and sweep_id is null`),
    index('payment_arrivals_aside_idx')
      .on(table.createdAt, table.depositId)
      .where(sql`state in ('FOREIGN', 'REVERTED', 'DOUBTFUL') and decided_by is null`),
    index('payment_arrivals_txn_idx').on(table.providerTxnId),
    index('payment_arrivals_sweep_idx').on(table.sweepId).where(sql`sweep_id is not null`),
  ],
)

/**
 * Transfers out of addresses of payments: sweeps of settled money to the treasury, and rescues, by which an operator
 * sends away money that does not belong there.
 */
export const paymentSweeps = pgTable(
  'payment_sweeps',
  {
    id: id(),
    kind: text('kind', { enum: ['SWEEP', 'RESCUE'] }).notNull(),
    walletId: uuid('wallet_id')
      .notNull()
      .references(() => wallets.id),
    chainId: integer('chain_id').notNull(),
    tokenAddress: text('token_address'),
    /** The highest amount that it may move; once done, the moved amount. */
    units: baseUnits('units').notNull(),
    toAddress: text('to_address').notNull(),
    /** Null while it is only proposed. */
    transactionId: uuid('transaction_id'),
    /** A rescue is `PROPOSED` until a second operator approves it. */
    state: text('state', { enum: ['PROPOSED', 'OPEN', 'DONE', 'FAILED'] })
      .notNull()
      .default('OPEN'),
    reason: text('reason').notNull().default(''),
    createdBy: text('created_by').notNull(),
    /** The operator who approved a rescue. */
    approvedBy: text('approved_by'),
    endedAt: utcTimestamp('ended_at'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('payment_sweeps_transaction_key').on(table.transactionId),
    uniqueIndex('payment_sweeps_one_open_key')
      .on(table.walletId, table.chainId, sql`coalesce(token_address, '')`)
      .where(sql`state = 'OPEN'`),
    uniqueIndex('payment_sweeps_one_proposed_key')
      .on(table.walletId, table.chainId, sql`coalesce(token_address, '')`)
      .where(sql`state = 'PROPOSED'`),
    check('payment_sweeps_queued', sql`(state = 'PROPOSED') = (transaction_id is null)`),
    index('payment_sweeps_wallet_idx').on(table.walletId, table.chainId, table.createdAt),
  ],
)
