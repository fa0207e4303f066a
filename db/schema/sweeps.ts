import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { SWEEP_RULE_STATUSES, SWEEP_STATES, SWEEP_TRIGGERS, SWEEP_WALLET_STATES } from '../../schemas/sweeps/words'
import { baseUnits, businessId, createdAt, id, updatedAt, utcTimestamp } from '../columns'
import { chains } from './chains'
import { projects } from './projects'
import { transactions } from './transactions'
import { wallets } from './wallets'

/** Rules that transfer funds from wallets of a purpose, or from all wallets of the project, to one wallet. */
export const sweepRules = pgTable(
  'sweep_rules',
  {
    id: id(),
    businessId: businessId(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id),
    chainId: integer('chain_id')
      .notNull()
      .references(() => chains.chainId),
    /** Null for the native coin. */
    tokenAddress: text('token_address'),
    symbol: text('symbol').notNull(),
    decimals: integer('decimals').notNull(),
    /** Null: all wallets of the project for which no other rule names their purpose. */
    purpose: text('purpose'),
    targetWalletId: uuid('target_wallet_id')
      .notNull()
      .references(() => wallets.id),
    /** A smaller amount stays until more arrives. */
    thresholdUnits: baseUnits('threshold_units').notNull(),
    /** The amount that a sweep leaves in the wallet. */
    keepUnits: baseUnits('keep_units').notNull(),
    /**
     * The time of day in the time zone, such as `22:00`; null sweeps funds when they arrive. Both columns are set, or
     * neither.
     */
    at: text('at'),
    timeZone: text('time_zone'),
    nextRunAt: utcTimestamp('next_run_at'),
    status: text('status', { enum: SWEEP_RULE_STATUSES }).notNull().default('ACTIVE'),
    stoppedReason: text('stopped_reason'),
    /** The last wallet whose balance was checked for funds that no deposit shows, and the time of the next checks. */
    checkedUpTo: uuid('checked_up_to'),
    checkAt: utcTimestamp('check_at'),
    reference: text('reference'),
    referenceFingerprint: text('reference_fingerprint'),
    metadata: jsonb('metadata').$type<Record<string, string>>(),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: utcTimestamp('deleted_at'),
  },
  (table) => [
    uniqueIndex('sweep_rules_source_key')
      .on(table.projectId, table.chainId, sql`coalesce(${table.tokenAddress}, '')`, sql`coalesce(${table.purpose}, '')`)
      .where(sql`deleted_at is null`),
    uniqueIndex('sweep_rules_reference_key').on(table.projectId, table.reference).where(sql`reference is not null`),
    index('sweep_rules_business_idx').on(table.businessId, table.chainId).where(sql`deleted_at is null`),
    index('sweep_rules_project_idx').on(table.projectId, table.createdAt, table.id),
  ],
)
export type SweepRuleRow = typeof sweepRules.$inferSelect

/** A wallet that a rule has to check, or that has an open sweep. A wallet with nothing to do has no row. */
export const sweepWallets = pgTable(
  'sweep_wallets',
  {
    businessId: businessId(),
    ruleId: uuid('rule_id')
      .notNull()
      .references(() => sweepRules.id),
    walletId: uuid('wallet_id')
      .notNull()
      .references(() => wallets.id),
    state: text('state', { enum: SWEEP_WALLET_STATES }).notNull().default('DUE'),
    trigger: text('trigger', { enum: SWEEP_TRIGGERS }).notNull(),
    dueAt: utcTimestamp('due_at').notNull(),
    /** The number of requested checks: a request during another check is not lost. */
    asked: integer('asked').notNull().default(1),
    /** The failures in a row. */
    failures: integer('failures').notNull().default(0),
    /** The reason why the last attempt failed, or what it waits for. */
    reason: text('reason'),
    /**
     * Solana: a final balance that a rule may sweep, and its slot. It is judged once deposits are read up to there: a
     * node answers for no earlier slot than its newest.
     */
    observedUnits: baseUnits('observed_units'),
    observedBlock: baseUnits('observed_block'),
    /** When its project was notified that the wallet is held. */
    reportedAt: utcTimestamp('reported_at'),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.ruleId, table.walletId] }),
    index('sweep_wallets_due_idx').on(table.dueAt).where(sql`state = 'DUE'`),
  ],
)
export type SweepWalletRow = typeof sweepWallets.$inferSelect

/** A transaction that a rule made. At most one is open for a wallet and asset. */
export const sweeps = pgTable(
  'sweeps',
  {
    id: id(),
    businessId: businessId(),
    ruleId: uuid('rule_id')
      .notNull()
      .references(() => sweepRules.id),
    walletId: uuid('wallet_id')
      .notNull()
      .references(() => wallets.id),
    chainId: integer('chain_id')
      .notNull()
      .references(() => chains.chainId),
    tokenAddress: text('token_address'),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    /**
     * The block whose balance it was judged by, and the units that were free there: final, not flagged and not kept.
     * Deposits were read up to it. Null in rows from before these columns.
     */
    judgedBlock: baseUnits('judged_block'),
    freeUnits: baseUnits('free_units'),
    state: text('state', { enum: SWEEP_STATES }).notNull().default('OPEN'),
    createdAt: createdAt(),
    endedAt: utcTimestamp('ended_at'),
  },
  (table) => [
    uniqueIndex('sweeps_transaction_key').on(table.transactionId),
    uniqueIndex('sweeps_one_open_key')
      .on(table.walletId, table.chainId, sql`coalesce(${table.tokenAddress}, '')`)
      .where(sql`state = 'OPEN'`),
    index('sweeps_wallet_idx').on(table.walletId, table.chainId),
  ],
)
