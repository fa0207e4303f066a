import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { REFUND_STATES } from '../../schemas/payments/words'
import { baseUnits, businessId, createdAt, id, minorUnits, updatedAt, usdMicros, utcTimestamp } from '../columns'
import { rateId } from './fx'
import type { Currency } from './ledger'
import { paymentReceipts, payments } from './payments'

/** The location of a receipt's money when its refund began. */
const REFUND_SOURCES = ['SUSPENSE', 'CREDITED', 'SETTLED'] as const

/** Money that is returned: to the original payer, through the provider, or to the balance. */
export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    id: id(),
    businessId: businessId(),
    paymentId: uuid('payment_id').references(() => payments.id),
    receiptId: uuid('receipt_id').references(() => paymentReceipts.id),
    /** The provider of the receipt, which sends the money back. */
    provider: text('provider').notNull(),
    to: text('to', { enum: ['PROVIDER', 'BALANCE'] }).notNull(),
    state: text('state', { enum: REFUND_STATES }).notNull().default('REQUESTED'),
    currency: text('currency').$type<Currency>().notNull(),
    units: baseUnits('units').notNull(),
    /** Null until the refund begins, then the reserved amounts by the account they were taken from. */
    source: text('source', { enum: REFUND_SOURCES }),
    /** Kobo out of the revenue. */
    revenueMinor: minorUnits('revenue_minor').notNull().default(sql`0`),
    /** Kobo out of the balance, and the dollars held there for them. */
    balanceMinor: minorUnits('balance_minor').notNull().default(sql`0`),
    balanceMicros: usdMicros('balance_micros').notNull().default(sql`0`),
    /** The rate at which the dollars were credited. */
    rateId: rateId(),
    /** Our name for it at the provider: a repeated one is the same refund. */
    reference: text('reference').notNull(),
    providerRef: text('provider_ref'),
    reason: text('reason').notNull(),
    requestedBy: text('requested_by').notNull(),
    approvedBy: text('approved_by'),
    problem: text('problem'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: utcTimestamp('next_attempt_at'),
    /** Set before the provider is called. From then on it may have paid. */
    sentAt: utcTimestamp('sent_at'),
    endedAt: utcTimestamp('ended_at'),
    /** The operator who closed a failed refund, because the money is paid in another way or not at all. */
    closedBy: text('closed_by'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('payment_refunds_reference_key').on(table.reference),
    uniqueIndex('payment_refunds_one_open_key')
      .on(table.receiptId)
      .where(sql`state in ('REQUESTED', 'PROCESSING', 'NEEDS_DETAILS')`),
    index('payment_refunds_payment_idx').on(table.paymentId),
    index('payment_refunds_receipt_idx').on(table.receiptId),
    index('payment_refunds_listed_idx').on(table.createdAt, table.id),
    index('payment_refunds_due_idx')
      .on(table.provider, table.nextAttemptAt)
      .where(sql`state in ('PROCESSING', 'NEEDS_DETAILS')`),
    check('payment_refunds_something', sql`units > 0`),
    // A refund in progress or done names the source of its money, to the kobo.
    check(
      'payment_refunds_parts',
      sql`state in ('REQUESTED', 'FAILED') or source = 'SUSPENSE' or (source is not null and revenue_minor + balance_minor = units)`,
    ),
  ],
)
