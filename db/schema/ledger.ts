import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { JOURNAL_KINDS } from '../../schemas/ledger/words'
import { baseUnits, businessId, createdAt, id, updatedAt } from '../columns'
import { rateId } from './fx'

/** Accounts of a business, in each currency it has money in. */
export const BUSINESS_ACCOUNTS = ['available', 'reserved', 'gas', 'funding'] as const
/** Accounts of the platform. If a kind has several accounts, the name follows a dot: `psp.paystack`, `chain.8453`. */
const PLATFORM_ACCOUNTS = ['psp', 'chain', 'fx', 'revenue', 'fees', 'suspense', 'refunds', 'rounding'] as const

export type BusinessAccount = (typeof BUSINESS_ACCOUNTS)[number]
export type PlatformAccount = (typeof PLATFORM_ACCOUNTS)[number] | `${(typeof PLATFORM_ACCOUNTS)[number]}.${string}`
/** `USD` in micro-dollars, `NGN` in kobo, a token in its base units: its chain id and address. */
export type Currency = 'USD' | 'NGN' | `${number}:${string}`

/** The kinds of rows that a journal can refer to. */
export const REFERENCE_TYPES = ['transaction', 'payment', 'deposit', 'subscription', 'receipt', 'refund'] as const

const accountKind = () => text('kind').$type<BusinessAccount | PlatformAccount>().notNull()
const currency = () => text('currency').$type<Currency>().notNull()

/**
 * Accounts by owner (a business, or the platform's own), currency and kind (docs/ledger.md). The balance is the sum of
 * the account's entries, kept here so that a hold is one conditional update. The function in db/ledger.sql decides
 * which kinds may be below zero.
 */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    businessId: businessId(),
    currency: currency(),
    kind: accountKind(),
    balanceUnits: baseUnits('balance_units').notNull().default(sql`0`),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.businessId, table.currency, table.kind] }),
    check('ledger_accounts_never_negative', sql`balance_units >= 0 or ledger_may_be_negative(kind)`),
    check('ledger_accounts_currency_known', sql`currency ~ '^(USD|NGN|[1-9][0-9]*:[0-9A-Za-z]+)$'`),
    check(
      'ledger_accounts_kind_known',
      sql.raw(`kind ~ '^(${BUSINESS_ACCOUNTS.join('|')}|(${PLATFORM_ACCOUNTS.join('|')})([.][0-9a-z_]+)?)$'`),
    ),
  ],
)

/**
 * One movement of money: in each currency its entries sum to zero, which a deferred trigger checks (db/ledger.sql).
 * Rows never change.
 */
export const ledgerJournals = pgTable(
  'ledger_journals',
  {
    id: id(),
    businessId: businessId(),
    kind: text('kind', { enum: JOURNAL_KINDS }).notNull(),
    /** Both columns are set, or neither. */
    referenceType: text('reference_type', { enum: REFERENCE_TYPES }),
    referenceId: uuid('reference_id'),
    /** The rate of an exchange. Every entry in `fx` has one. */
    rateId: rateId(),
    reason: text('reason').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('ledger_journals_business_idx').on(table.businessId, table.createdAt, table.id),
    index('ledger_journals_reference_idx').on(table.referenceId),
    uniqueIndex('ledger_journals_one_hold_key').on(table.referenceType, table.referenceId).where(sql`kind = 'hold'`),
    uniqueIndex('ledger_journals_one_settle_key')
      .on(table.referenceType, table.referenceId)
      .where(sql`kind in ('settle', 'release')`),
    // Money received for a reference is used once: it pays for something, is credited, or is refunded.
    uniqueIndex('ledger_journals_one_credit_key')
      .on(table.referenceType, table.referenceId)
      .where(sql`kind in ('credit', 'apply', 'refund') and reference_id is not null`),
    uniqueIndex('ledger_journals_one_receipt_key')
      .on(table.referenceType, table.referenceId, table.kind)
      .where(sql`kind in ('receive', 'sweep', 'fee', 'reverse')`),
    // Money reserved for a refund is paid out or returned, never both.
    uniqueIndex('ledger_journals_one_refund_end_key')
      .on(table.referenceId)
      .where(sql`reference_type = 'refund' and kind in ('refund', 'release')`),
    check('ledger_journals_reference_whole', sql`(reference_type is null) = (reference_id is null)`),
    check('ledger_journals_held_for', sql`kind = 'credit' or reference_id is not null`),
  ],
)

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    journalId: uuid('journal_id')
      .notNull()
      .references(() => ledgerJournals.id),
    businessId: businessId(),
    currency: currency(),
    kind: accountKind(),
    /** Positive into the account, negative out of it. */
    amountUnits: baseUnits('amount_units').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.journalId, table.businessId, table.currency, table.kind] }),
    // Only the platform's accounts: the balances that pay gas have too many entries.
    index('ledger_entries_platform_idx')
      .on(table.currency, table.kind, table.journalId)
      .where(sql`kind not in ('available', 'reserved', 'gas', 'funding')`),
  ],
)

/**
 * Journals that a statement left open. They are checked when its transaction commits, and then removed from here
 * (db/ledger.sql).
 */
export const ledgerOpenJournals = pgTable('ledger_open_journals', { journalId: uuid('journal_id').notNull() })

/** The source of the USD price of a coin or token, by symbol. */
export const priceSources = pgTable('price_sources', {
  symbol: text('symbol').primaryKey(),
  source: text('source', { enum: ['fixed', 'feed'] }).notNull(),
  /** `fixed`: USD of one whole unit, times 10^8. */
  fixedE8: baseUnits('fixed_e8'),
  /** `feed`: an aggregator contract (AggregatorV3Interface) on this chain. */
  feedChainId: integer('feed_chain_id'),
  feedAddress: text('feed_address'),
  /** A price older than this is not used. A fixed price does not expire. */
  maxAgeSeconds: integer('max_age_seconds').notNull().default(3_600),
  updatedAt: updatedAt(),
})
