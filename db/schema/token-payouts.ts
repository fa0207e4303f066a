import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { COUPON_STATUSES } from '../../schemas/tokens/words'
import { baseUnits, businessId, createdAt, id, updatedAt, utcTimestamp } from '../columns'
import { tokenId } from './tokens'

/** Coupons, from index 1, and at index 0 the redemption once it was requested. */
export const tokenPayouts = pgTable(
  'token_payouts',
  {
    id: id(),
    businessId: businessId(),
    tokenId: tokenId(),
    index: integer('index').notNull(),
    status: text('status', { enum: COUPON_STATUSES }).notNull().default('SCHEDULED'),
    periodStart: date('period_start', { mode: 'string' }).notNull(),
    periodEnd: date('period_end', { mode: 'string' }).notNull(),
    recordDate: date('record_date', { mode: 'string' }).notNull(),
    payDate: date('pay_date', { mode: 'string' }).notNull(),
    graceEnd: date('grace_end', { mode: 'string' }).notNull(),
    dayNumerator: baseUnits('day_numerator').notNull(),
    dayDenominator: baseUnits('day_denominator').notNull(),
    ratePercent: text('rate_percent').notNull(),
    /** Payment units for each unit held. */
    rateNumerator: baseUnits('rate_numerator').notNull(),
    rateDenominator: baseUnits('rate_denominator').notNull(),
    /** Recorded on the chain: units that investors held at the record time, and the total that they are owed. */
    basisUnits: baseUnits('basis_units'),
    fundedUnits: baseUnits('funded_units').notNull().default(sql`0`),
    /** The payment units that holders received or that are reserved for them, and the units they were for. */
    paidUnits: baseUnits('paid_units').notNull().default(sql`0`),
    paidBasisUnits: baseUnits('paid_basis_units').notNull().default(sql`0`),
    /**
     * USD of one whole payment token, times 10^8, at the time when its payment was requested; null without a price. It
     * does not change once a holder is paid.
     */
    paymentPriceE8: baseUnits('payment_price_e8'),
    /** When its default was reported. */
    defaultedAt: utcTimestamp('defaulted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('token_payouts_index_key').on(table.tokenId, table.index),
    index('token_payouts_due_idx').on(table.payDate).where(sql`status in ('SCHEDULED', 'RECORDED')`),
  ],
)

/** The payment to one holder in one payout: one row, as the chain reports it. */
export const tokenPayoutLines = pgTable(
  'token_payout_lines',
  {
    payoutId: uuid('payout_id')
      .notNull()
      .references(() => tokenPayouts.id),
    businessId: businessId(),
    tokenId: tokenId(),
    address: text('address').notNull(),
    units: baseUnits('units').notNull(),
    amountUnits: baseUnits('amount_units').notNull(),
    /** `OWED`: reserved in the contract, because the wallet is frozen or refused the payment. */
    state: text('state', { enum: ['PAID', 'OWED'] }).notNull(),
    txHash: text('tx_hash').notNull(),
    paidAt: utcTimestamp('paid_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.payoutId, table.address] }),
    index('token_payout_lines_holder_idx').on(table.tokenId, table.address),
  ],
)
