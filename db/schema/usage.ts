import { bigint, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { businessId, updatedAt, utcTimestamp } from '../columns'

/** The usage of a product by a project, by kind and window of its subscription. Processes add to it in batches. */
export const usageCounts = pgTable(
  'usage_counts',
  {
    businessId: businessId(),
    projectId: uuid('project_id').notNull(),
    productId: integer('product_id').notNull(),
    /** The start of the window that the count covers. */
    periodStart: utcTimestamp('period_start').notNull(),
    /** A kind of schemas/usage/words.ts, or `credits`. */
    kind: text('kind').notNull(),
    n: bigint('n', { mode: 'number' }).notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({
      name: 'usage_counts_pkey',
      columns: [table.businessId, table.projectId, table.productId, table.periodStart, table.kind],
    }),
  ],
)
