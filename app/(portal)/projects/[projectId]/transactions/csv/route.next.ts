import { createLoader } from 'nuqs/server'
import { answerFile, fileResponse, textStream } from '@/app/answer-file'
import { toTransactionInput, transactionFilter } from '@/components/transactions/transaction-filter'
import { csvList } from '@/server/text/csv-list'
import { TRANSACTION_COLUMNS, toTransactionCells } from '@/server/transactions/transactions-csv'

type Context = { params: Promise<{ projectId: string }> }

const loadFilter = createLoader(transactionFilter)

/** The whole list as CSV, narrowed as the page is: it is read while it is sent. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { projectId } = await params
  const filter = await loadFilter(request)
  return answerFile(async (api) => {
    // A refusal has to come before the first byte is sent.
    await api.projects.get({ projectId })
    const { page: _, ...asked } = toTransactionInput(projectId, filter)
    const rows = csvList({
      names: TRANSACTION_COLUMNS,
      toCells: toTransactionCells,
      read: (after) => api.transactions.listAfter({ ...asked, after }),
      now: () => new Date(),
    })
    return fileResponse({ name: 'transactions.csv', type: 'text/csv; charset=utf-8', body: textStream(rows) })
  })
}
