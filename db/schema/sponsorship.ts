import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { businessId, createdAt, id, updatedAt, usdMicros } from '../columns'
import { chains } from './chains'

function chainId() {
  return integer('chain_id')
    .notNull()
    .references(() => chains.chainId)
}

/** A daily budget of sponsored gas that an operator set instead of the plan's. */
export const gasBudgets = pgTable(
  'gas_budgets',
  {
    businessId: businessId(),
    chainId: chainId(),
    dailyMicros: usdMicros('daily_micros').notNull(),
    reason: text('reason').notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.chainId] })],
)

/**
 * Sponsored gas of a business on a chain by day of UTC: the amount that accepted transactions may still spend, and the
 * amount spent.
 */
export const gasBudgetDays = pgTable(
  'gas_budget_days',
  {
    businessId: businessId(),
    chainId: chainId(),
    day: date('day', { mode: 'string' }).notNull(),
    /** Reserved by open transactions, and by processes that took a share ahead and have not used it. */
    reservedMicros: usdMicros('reserved_micros').notNull().default(sql`0`),
    spentMicros: usdMicros('spent_micros').notNull().default(sql`0`),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.businessId, table.chainId, table.day] }),
    index('gas_budget_days_day_idx').on(table.day, table.chainId),
    check('gas_budget_days_never_negative', sql`reserved_micros >= 0 and spent_micros >= 0`),
  ],
)

/**
 * The part of a day's budget that a process reserved in advance, so that acceptance need not query the budget each
 * time. A share is valid for minutes; its unused part is returned then.
 */
export const gasBudgetShares = pgTable(
  'gas_budget_shares',
  {
    id: id(),
    businessId: businessId(),
    chainId: chainId(),
    day: date('day', { mode: 'string' }).notNull(),
    grantedMicros: usdMicros('granted_micros').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('gas_budget_shares_created_idx').on(table.createdAt)],
)

/**
 * The cost of each ended transaction to the platform, written once, as it ends. It is kept apart from the transaction's
 * row: a second change of that row in the same database transaction looks up its foreign keys again. For that reason
 * this table has no foreign keys.
 */
export const gasBudgetCosts = pgTable('gas_budget_costs', {
  transactionId: uuid('transaction_id').primaryKey(),
  businessId: businessId(),
  costMicros: usdMicros('cost_micros').notNull(),
})
