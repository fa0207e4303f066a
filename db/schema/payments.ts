import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { PAYMENT_CHANGES, PAYMENT_EXCEPTIONS, PAYMENT_STATES, RECEIPT_OUTCOMES } from '../../schemas/payments/words'
import {
  baseUnits,
  businessId,
  createdAt,
  id,
  metadataIndex,
  minorUnits,
  updatedAt,
  usdMicros,
  utcTimestamp,
} from '../columns'
import { rateId } from './fx'
import type { Currency } from './ledger'
import { plans, products } from './plans'
import { projects } from './projects'

export const PAYMENT_PURPOSES = ['SUBSCRIPTION', 'WALLET_TOPUP'] as const

const exceptions = () => text('exceptions', { enum: PAYMENT_EXCEPTIONS }).array().notNull().default(sql`'{}'`)

/**
 * A purchase at a price in one rate, locked until `expiry_at`. Its accounts are the destinations of the money, its
 * receipts the money received.
 */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    businessId: businessId(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id),
    purpose: text('purpose', { enum: PAYMENT_PURPOSES }).notNull(),
    status: text('status', { enum: PAYMENT_STATES }).notNull().default('PENDING'),
    /** Kobo. */
    amountMinor: minorUnits('amount_minor').notNull(),
    currency: text('currency', { enum: ['NGN'] })
      .notNull()
      .default('NGN'),
    amountUsdMicros: usdMicros('amount_usd_micros').notNull(),
    /**
     * The subscription it is for: a pending one, or the active one it renews. This column and the next three are null
     * for a top-up.
     */
    subscriptionId: uuid('subscription_id'),
    planId: integer('plan_id').references(() => plans.id),
    productId: integer('product_id').references(() => products.id),
    billingCycle: text('billing_cycle', { enum: ['MONTHLY', 'YEARLY'] }),
    change: text('change', { enum: PAYMENT_CHANGES }).notNull(),
    /** The provider of the money: null until settled; `balance` if no money came from outside. */
    providerId: text('provider_id'),
    paymentRef: text('payment_ref').notNull(),
    /** The reference of the account that settled the payment, else of the first account. */
    reference: text('reference').notNull(),
    description: text('description').notNull().default(''),
    /** The customer's id for it: unique in its project. */
    clientReference: text('client_reference'),
    /**
     * The fingerprint of the request that used the reference first: another request with the same reference is refused.
     */
    referenceFingerprint: text('reference_fingerprint'),
    metadata: jsonb('metadata').$type<Record<string, string>>(),
    exceptions: exceptions(),
    rateId: rateId().notNull(),
    ngnPerUsdE8: baseUnits('ngn_per_usd_e8').notNull(),
    /** The credit for the unused part of the previous plan. The full price is the amount plus the credit. */
    creditMinor: minorUnits('credit_minor').notNull().default(sql`0`),
    /** The subscription that was running when the price was quoted: money settles on no other basis. */
    basisSubscriptionId: uuid('basis_subscription_id'),
    basisVersion: integer('basis_version'),
    periodStart: utcTimestamp('period_start'),
    periodEnd: utcTimestamp('period_end'),
    anchorDay: integer('anchor_day'),
    /** All money received for it while it waited, in kobo at its rate. */
    receivedMinor: minorUnits('received_minor').notNull().default(sql`0`),
    /**
     * The part of the received money above the bound of the quoted rate, and the amount credited to the balance for it.
     */
    aboveMinor: minorUnits('above_minor').notNull().default(sql`0`),
    aboveMicros: usdMicros('above_micros').notNull().default(sql`0`),
    expiryAt: utcTimestamp('expiry_at').notNull(),
    /** The end of the time in which its accounts are queried for money. */
    watchUntil: utcTimestamp('watch_until').notNull(),
    /** A later quote for its product replaced it: money received for it is credited to the balance. */
    isReplaced: boolean('is_replaced').notNull().default(false),
    settledAt: utcTimestamp('settled_at'),
    closedAt: utcTimestamp('closed_at'),
    /** The trace of the request or run that made it, as `transactions` keeps it. */
    traceContext: text('trace_context'),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('payments_ref_key').on(table.paymentRef),
    index('payments_ref_start_idx').on(sql`${table.paymentRef} text_pattern_ops`),
    uniqueIndex('payments_one_open_key')
      .on(table.businessId, table.projectId, table.productId)
      .where(sql`status = 'PENDING' and not is_replaced`),
    uniqueIndex('payments_client_reference_key')
      .on(table.projectId, table.clientReference)
      .where(sql`client_reference is not null`),
    // Used by operators, who search in all projects.
    index('payments_client_reference_idx').on(table.clientReference).where(sql`client_reference is not null`),
    metadataIndex('payments_metadata_idx', table),
    // The filter columns of lists come last, so that rows that do not match are skipped without being read.
    index('payments_project_idx').on(
      table.businessId,
      table.projectId,
      table.createdAt,
      table.id,
      table.purpose,
      table.status,
    ),
    // For a rare state: an index scan in the order above would skip all rows between two of them.
    index('payments_status_idx').on(
      table.businessId,
      table.projectId,
      table.status,
      table.createdAt,
      table.id,
      table.purpose,
    ),
    index('payments_subscription_idx').on(table.businessId, table.subscriptionId, table.createdAt, table.id),
    index('payments_listed_idx').on(table.createdAt, table.id),
    index('payments_open_idx').on(table.expiryAt).where(sql`status = 'PENDING'`),
  ],
)

/**
 * The number of payments of a project by day (UTC, of their creation), purpose and state. Triggers of `payments` update
 * it.
 */
export const paymentCounts = pgTable(
  'payment_counts',
  {
    businessId: businessId(),
    projectId: uuid('project_id').notNull(),
    day: integer('day').notNull(),
    purpose: text('purpose', { enum: PAYMENT_PURPOSES }).notNull(),
    status: text('status', { enum: PAYMENT_STATES }).notNull(),
    n: bigint('n', { mode: 'number' }).notNull(),
  },
  (table) => [
    unique('payment_counts_key').on(table.businessId, table.projectId, table.day, table.purpose, table.status),
  ],
)

/**
 * The accounts that can receive a payment: a bank account of a provider, or an address. `reference` is its public name.
 */
export const depositAccounts = pgTable(
  'deposit_accounts',
  {
    id: id(),
    businessId: businessId(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    kind: text('kind', { enum: ['FIAT', 'STABLECOIN'] }).notNull(),
    /** Name of a provider; `chain` for a stablecoin. */
    provider: text('provider').notNull(),
    reference: text('reference').notNull(),
    /** `OPENING` until the provider answered. */
    status: text('status', { enum: ['OPENING', 'OPEN', 'CLOSED', 'FAILED'] })
      .notNull()
      .default('OPENING'),
    accountNumber: text('account_number'),
    accountName: text('account_name'),
    bankName: text('bank_name'),
    bankCode: text('bank_code'),
    /** The provider's own name for it. */
    providerRef: text('provider_ref'),
    chainId: integer('chain_id'),
    tokenAddress: text('token_address'),
    address: text('address'),
    walletId: uuid('wallet_id'),
    tokenSymbol: text('token_symbol'),
    decimals: integer('decimals'),
    peg: text('peg', { enum: ['USD', 'NGN'] }),
    /** The expected amount, in smallest units of `currency`. */
    expectedUnits: baseUnits('expected_units').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    expiryAt: utcTimestamp('expiry_at').notNull(),
    watchUntil: utcTimestamp('watch_until').notNull(),
    nextPollAt: utcTimestamp('next_poll_at'),
    pollCount: integer('poll_count').notNull().default(0),
    /** When its provider last listed everything that arrived in the account. */
    polledAt: utcTimestamp('polled_at'),
    closedAt: utcTimestamp('closed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('deposit_accounts_reference_key').on(table.reference),
    index('deposit_accounts_reference_start_idx').on(sql`${table.reference} text_pattern_ops`),
    index('deposit_accounts_payment_idx').on(table.paymentId),
    index('deposit_accounts_provider_ref_idx').on(table.provider, table.providerRef),
    index('deposit_accounts_address_idx').on(table.address, table.chainId).where(sql`address is not null`),
    index('deposit_accounts_number_idx').on(table.accountNumber).where(sql`account_number is not null`),
    index('deposit_accounts_poll_idx').on(table.nextPollAt).where(sql`next_poll_at is not null`),
    index('deposit_accounts_opening_idx').on(table.paymentId).where(sql`status = 'OPENING'`),
  ],
)

/**
 * Received money: one row for each transaction of a provider. Money that names no account of the platform belongs to
 * the platform until an operator decides.
 */
export const paymentReceipts = pgTable(
  'payment_receipts',
  {
    id: id(),
    businessId: businessId(),
    paymentId: uuid('payment_id').references(() => payments.id),
    accountId: uuid('account_id').references(() => depositAccounts.id),
    provider: text('provider').notNull(),
    providerTxnId: text('provider_txn_id').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    units: baseUnits('units').notNull(),
    /** Kobo: at the rate of its payment while it waits or pays, else at the one of `rate_id`. */
    valueMinor: minorUnits('value_minor').notNull(),
    /** The fee that the provider kept; no business is charged for it. */
    feeUnits: baseUnits('fee_units').notNull().default(sql`0`),
    outcome: text('outcome', { enum: RECEIPT_OUTCOMES }).notNull(),
    exceptions: exceptions(),
    /** The rate at which it was credited. */
    rateId: rateId(),
    creditedMicros: usdMicros('credited_micros').notNull().default(sql`0`),
    /** The decision that one operator proposed and a second must approve. */
    proposedBy: text('proposed_by'),
    proposal: text('proposal'),
    /** The person who decided on it, the decision and the reason; null without a decision of a person. */
    decidedBy: text('decided_by'),
    decision: text('decision'),
    paidAt: utcTimestamp('paid_at').notNull(),
    receivedAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('payment_receipts_once_key').on(table.provider, table.providerTxnId),
    index('payment_receipts_payment_idx').on(table.paymentId),
    index('payment_receipts_day_idx').on(table.provider, table.paidAt),
    index('payment_receipts_suspense_idx').on(table.receivedAt, table.id).where(sql`outcome = 'SUSPENSE'`),
  ],
)
