import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, numeric, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { businessId, createdAt, id, minorUnits, moment, updatedAt, usdMicros } from '../columns'
import { projects } from './projects'

/** What is sold: 1 Wallet, 2 Blockchain events, 3 Tokenization. */
export const products = pgTable('products', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export type RateLimits = { readPerMinute: number; writePerMinute: number }

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
    currency: text('currency').notNull().default('NGN'),
    currencySign: text('currency_sign').notNull().default('₦'),
    currencySymbol: text('currency_symbol').notNull().default('NGN'),
    creditRate: jsonb('credit_rate').$type<Record<string, number>>().notNull().default({}),
    planQuotas: jsonb('plan_quotas').$type<{ name: string; limit: number }[]>().notNull().default([]),
    /** Names of db/capabilities.ts. */
    capabilities: text('capabilities').array().notNull().default(sql`'{}'`),
    rateLimits: jsonb('rate_limits').$type<RateLimits>().notNull().default({ readPerMinute: 600, writePerMinute: 120 }),
    /** Sponsored gas a business may use a day and chain; of several plans the most generous counts. */
    sponsoredDailyMicros: usdMicros('sponsored_daily_micros').notNull().default(sql`1000000000`),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('plans_product_idx').on(table.productId)],
)

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
    status: text('status', { enum: ['PENDING', 'ACTIVE', 'PAST_DUE', 'CANCELED', 'EXPIRED'] }).notNull(),
    subscriptionType: text('subscription_type', { enum: ['RECURRING'] })
      .notNull()
      .default('RECURRING'),
    startDate: moment('start_date').notNull(),
    endDate: moment('end_date').notNull(),
    autoRenew: boolean('auto_renew').notNull().default(false),
    creditAmount: numeric('credit_amount').notNull().default('0'),
    paymentRef: text('payment_ref').notNull().default(''),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('subscriptions_one_active_key')
      .on(table.businessId, table.projectId, table.productId)
      .where(sql`status in ('ACTIVE', 'PAST_DUE')`),
  ],
)
