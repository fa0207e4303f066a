import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, updatedAt } from '../columns'

/** A tenant. `platform` is the one business that owns the gas wallets. */
export const businesses = pgTable(
  'businesses',
  {
    id: id(),
    name: text('name').notNull(),
    slug: text('slug').notNull(),
    kind: text('kind', { enum: ['customer', 'platform'] })
      .notNull()
      .default('customer'),
    status: text('status', { enum: ['active', 'suspended'] })
      .notNull()
      .default('active'),
    /** Its members may do nothing before they have added a second factor. */
    requiresFactor: boolean('requires_factor').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('businesses_slug_key').on(table.slug),
    index('businesses_words_idx').using('gin', sql`to_tsvector('simple', ${table.name})`),
    index('businesses_name_idx').on(sql`lower(${table.name}) text_pattern_ops`),
    index('businesses_suspended_idx').on(table.id).where(sql`status <> 'active'`),
  ],
)
