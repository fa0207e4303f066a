import type { HistoryInput } from '@/schemas/transactions/history/contract'
import type { EventStream } from '@/server/api/endpoint'
import { inTenantReading, type Tenant } from '@/server/ctx'
import { validationError } from '@/server/errors'
import { csvList } from '@/server/text/csv-list'
import { listTransactionsAfter } from './list-transactions'
import { TRANSACTION_COLUMNS, toTransactionCells } from './transactions-csv'

/** The largest number of rows in a file of `/v1`. */
export const MAX_EXPORTED = 100_000

/**
 * All matching transactions as CSV, newest first, read while the file is sent. Throws invalid if `total`, their number,
 * is above the maximum of a file, and for a query of one page. A file is never silently incomplete.
 */
export function exportTransactions(tenant: Tenant, query: HistoryInput, total: number): EventStream {
  const { limit: _, offset, cursor, ...filters } = query
  if (offset > 0) throw validationError(['offset: a CSV file has all rows'])
  if (cursor) throw validationError(['cursor: a CSV file has all rows'])
  if (total > MAX_EXPORTED)
    throw validationError([`createdFrom: ${total} transactions match; a CSV file has ${MAX_EXPORTED} at most`])
  return async function* (signal) {
    const texts = csvList({
      names: TRANSACTION_COLUMNS,
      toCells: toTransactionCells,
      read: (after) => inTenantReading(tenant, (ctx) => listTransactionsAfter(ctx, { ...filters, after })),
      now: () => new Date(),
    })
    for await (const text of texts) {
      // Without its last line the file shows that it was cut off.
      if (signal.aborted) return
      yield text
    }
  }
}
