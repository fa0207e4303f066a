import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { baseUnits, businessId, createdAt, id, updatedAt, usdMicros } from '../columns'

export const ACCOUNT_KINDS = ['available', 'reserved', 'gas', 'funding'] as const

/**
 * The accounts of a business, USD. `available` and `reserved` are its money, `gas` what it paid for gas, `funding` (negative) what came
 * in. All four sum to zero. The balance is the sum of the account's entries, kept here so that a hold is one conditional update.
 */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    businessId: businessId(),
    kind: text('kind', { enum: ACCOUNT_KINDS }).notNull(),
    balanceMicros: usdMicros('balance_micros').notNull().default(sql`0`),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.businessId, table.kind] }),
    check('ledger_accounts_never_negative', sql`kind = 'funding' or balance_micros >= 0`),
  ],
)

/** One movement of money: its entries sum to zero, which a deferred trigger checks (db/security.sql). Rows never change. */
export const ledgerJournals = pgTable(
  'ledger_journals',
  {
    id: id(),
    businessId: businessId(),
    kind: text('kind', { enum: ['credit', 'hold', 'raise', 'settle'] }).notNull(),
    /** The transaction whose gas is held or settled. */
    transactionId: uuid('transaction_id'),
    reason: text('reason').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('ledger_journals_business_idx').on(table.businessId, table.createdAt.desc(), table.id.desc()),
    uniqueIndex('ledger_journals_one_hold_key').on(table.transactionId).where(sql`kind = 'hold'`),
    uniqueIndex('ledger_journals_one_settle_key').on(table.transactionId).where(sql`kind = 'settle'`),
  ],
)

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    journalId: uuid('journal_id')
      .notNull()
      .references(() => ledgerJournals.id),
    businessId: businessId(),
    kind: text('kind', { enum: ACCOUNT_KINDS }).notNull(),
    /** Positive into the account, negative out of it. */
    amountMicros: usdMicros('amount_micros').notNull(),
  },
  (table) => [primaryKey({ columns: [table.journalId, table.kind] })],
)

/** Where the USD price of a coin or token comes from, by symbol. */
export const priceSources = pgTable('price_sources', {
  symbol: text('symbol').primaryKey(),
  source: text('source', { enum: ['fixed', 'feed'] }).notNull(),
  /** `fixed`: USD of one whole unit, times 10^8. */
  fixedE8: baseUnits('fixed_e8'),
  /** `feed`: an aggregator contract (AggregatorV3Interface) on this chain. */
  feedChainId: integer('feed_chain_id'),
  feedAddress: text('feed_address'),
  /** An answer older than this is no price. A fixed price does not age. */
  maxAgeSeconds: integer('max_age_seconds').notNull().default(3_600),
  updatedAt: updatedAt(),
})
