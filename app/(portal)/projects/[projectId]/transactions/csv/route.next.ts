import { createLoader } from 'nuqs/server'
import type { ProjectContext } from '@/app/answer-file'
import { answerCsv } from '@/app/answer-list'
import { toTransactionInput, transactionFilter } from '@/components/transactions/transaction-filter'
import { TRANSACTION_COLUMNS, toTransactionCells } from '@/server/transactions/transactions-csv'

const loadFilter = createLoader(transactionFilter)

/** The transactions that the page shows, all of them. */
export async function GET(request: Request, context: ProjectContext): Promise<Response> {
  const filter = await loadFilter(request)
  return answerCsv(context, (api, projectId) => {
    const { page: _, ...input } = toTransactionInput(projectId, filter)
    return {
      name: 'transactions.csv',
      columns: TRANSACTION_COLUMNS,
      toCells: toTransactionCells,
      read: (after) => api.transactions.listAfter({ ...input, after }),
    }
  })
}
