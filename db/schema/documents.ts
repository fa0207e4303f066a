import { integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { businessId, utcTimestamp } from '../columns'
import { payments } from './payments'

const DOCUMENT_KINDS = ['INVOICE', 'RECEIPT'] as const

/**
 * The number of each invoice or receipt of a payment, with the names at that time. Triggers of `payments` write them at
 * commit: an invoice when the payment is opened, a receipt when it is paid.
 */
export const paymentDocuments = pgTable(
  'payment_documents',
  {
    businessId: businessId(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    kind: text('kind', { enum: DOCUMENT_KINDS }).notNull(),
    /** The year of `issued_at`, UTC. */
    year: integer('year').notNull(),
    /** From 1, without a gap in its kind and year. */
    number: integer('number').notNull(),
    issuedAt: utcTimestamp('issued_at').notNull(),
    businessName: text('business_name').notNull(),
    projectName: text('project_name').notNull(),
    /** Null of a top-up. */
    planName: text('plan_name'),
  },
  (table) => [
    primaryKey({ name: 'payment_documents_pkey', columns: [table.paymentId, table.kind] }),
    unique('payment_documents_number_key').on(table.kind, table.year, table.number),
  ],
)
