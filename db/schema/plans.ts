import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { SUBSCRIPTION_STATES } from '../../schemas/subscriptions/words'
import { businessId, createdAt, id, minorUnits, updatedAt, usdMicros, utcTimestamp } from '../columns'
import { projects } from './projects'

/** The products: 1 Wallet, 2 Blockchain events, 3 Tokenization. */
export const products = pgTable('products', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

type RateLimits = { readPerMinute: number; writePerMinute: number }

export const plans = pgTable(
  'plans',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    name: text('name').notNull(),
    description: text('description').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    type: text('type', { enum: ['RECURRING'] })
      .notNull()
      .default('RECURRING'),
    /** Minor units of `currency` (kobo for NGN). */
    priceMonthlyMinor: minorUnits('price_monthly_minor').notNull(),
    /** Months that a year costs. */
    yearlyMonths: integer('yearly_months').notNull().default(10),
    /** The treatment of the unused value of the previous plan: `PRORATE` credits it, `RESET` does not. */
    proration: text('proration', { enum: ['PRORATE', 'RESET'] })
      .notNull()
      .default('PRORATE'),
    currency: text('currency').notNull().default('NGN'),
    currencySign: text('currency_sign').notNull().default('₦'),
    currencySymbol: text('currency_symbol').notNull().default('NGN'),
    creditRate: jsonb('credit_rate').$type<Record<string, number>>().notNull().default({}),
    planQuotas: jsonb('plan_quotas').$type<{ name: string; limit: number }[]>().notNull().default([]),
    /** Names of db/capabilities.ts. */
    capabilities: text('capabilities').array().notNull().default(sql`'{}'`),
    rateLimits: jsonb('rate_limits').$type<RateLimits>().notNull().default({ readPerMinute: 600, writePerMinute: 120 }),
    /** Sponsored gas of a business per day and chain; of several plans the highest counts. */
    sponsoredDailyMicros: usdMicros('sponsored_daily_micros').notNull().default(sql`1000000000`),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('plans_product_idx').on(table.productId)],
)

/** Moments as ISO texts, kobo as a decimal text. */
export type StoredPeriod = { start: string; end: string; priceMinor: string }

/** A project's subscription to a plan: the source of its capabilities. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    businessId: businessId(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id),
    planId: integer('plan_id')
      .notNull()
      .references(() => plans.id),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    billingCycle: text('billing_cycle', { enum: ['MONTHLY', 'YEARLY'] })
      .notNull()
      .default('MONTHLY'),
    status: text('status', { enum: SUBSCRIPTION_STATES }).notNull(),
    subscriptionType: text('subscription_type', { enum: ['RECURRING'] })
      .notNull()
      .default('RECURRING'),
    startDate: utcTimestamp('start_date').notNull(),
    /** The end of the last paid period. */
    endDate: utcTimestamp('end_date').notNull(),
    /** The full price of the period from `start_date`, in kobo: 0 if it is free or was given. */
    priceMinor: minorUnits('price_minor').notNull().default(sql`0`),
    /** The later periods that were paid before that one ended. */
    ahead: jsonb('ahead').$type<StoredPeriod[]>().notNull().default([]),
    /** Day of the month (UTC) on which its periods end. */
    anchorDay: smallint('anchor_day').notNull().default(sql`extract(day from now() at time zone 'UTC')`),
    /**
     * Grows with each change of its plan or its periods. A quote for an earlier version does not settle on this one.
     */
    version: integer('version').notNull().default(1),
    /** The subscription that it replaced. */
    replacesId: uuid('replaces_id'),
    canceledAt: utcTimestamp('canceled_at'),
    pastDueAt: utcTimestamp('past_due_at'),
    autoRenew: boolean('auto_renew').notNull().default(false),
    creditAmount: numeric('credit_amount').notNull().default('0'),
    paymentRef: text('payment_ref').notNull().default(''),
    /** The customer's id for the request that opened it: unique among the subscriptions of its project. */
    clientReference: text('client_reference'),
    referenceFingerprint: text('reference_fingerprint'),
    metadata: jsonb('metadata').$type<Record<string, string>>(),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('subscriptions_one_active_key')
      .on(table.businessId, table.projectId, table.productId)
      .where(sql`status in ('ACTIVE', 'PAST_DUE')`),
    uniqueIndex('subscriptions_client_reference_key')
      .on(table.projectId, table.clientReference)
      .where(sql`client_reference is not null`),
    index('subscriptions_project_idx').on(table.businessId, table.projectId, table.createdAt, table.id, table.status),
    index('subscriptions_end_idx').on(table.endDate).where(sql`status in ('ACTIVE', 'PAST_DUE')`),
  ],
)

/** Reminders that the end of a subscription comes, once for each number of days before. */
export const subscriptionReminders = pgTable(
  'subscription_reminders',
  {
    id: id(),
    businessId: businessId(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => subscriptions.id),
    endDate: utcTimestamp('end_date').notNull(),
    daysBefore: integer('days_before').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('subscription_reminders_once_key').on(table.subscriptionId, table.endDate, table.daysBefore),
    index('subscription_reminders_business_idx').on(table.businessId, table.id),
  ],
)
