import type { depositAccounts, paymentDocuments, paymentReceipts, paymentRefunds, payments } from '@/db/schema'

/** The rows that a document is made of. */
export type DocumentRows = {
  payment: typeof payments.$inferSelect
  document: typeof paymentDocuments.$inferSelect
  accounts: readonly (typeof depositAccounts.$inferSelect)[]
  receipts: readonly (typeof paymentReceipts.$inferSelect)[]
  refunds: readonly (typeof paymentRefunds.$inferSelect)[]
  chainNames: ReadonlyMap<number, string>
  seller: string[]
}
