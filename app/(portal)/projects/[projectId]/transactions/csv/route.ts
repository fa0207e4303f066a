import { createLoader } from 'nuqs/server'
import { answerFile, fileResponse, textStream } from '@/app/answer-file'
import { toTransactionInput, transactionFilter } from '@/components/transactions/transaction-filter'
import type { TransactionView } from '@/schemas/transactions/contract'
import { csvList } from '@/server/text/csv-list'

type Context = { params: Promise<{ projectId: string }> }

const loadFilter = createLoader(transactionFilter)

const NAMES = [
  ...['Time (UTC)', 'Type', 'Status', 'Chain', 'Network', 'From', 'To', 'Amount', 'Token address', 'Value (USD)'],
  ...['Fee (base units)', 'Fee (USD)', 'Hash', 'Error', 'Id'],
]

/** The whole list as CSV, narrowed as the page is: it is read while it is sent. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { projectId } = await params
  const filter = await loadFilter(request)
  return answerFile(async (api) => {
    // A refusal has to come before the first byte is sent.
    await api.projects.get({ projectId })
    const { page: _, ...asked } = toTransactionInput(projectId, filter)
    const rows = csvList({
      names: NAMES,
      toCells: (row: TransactionView) => [
        ...[row.createdAt, row.type, row.status, String(row.chainId), row.network, row.fromAddress, row.toAddress],
        ...[row.amount, row.tokenAddress ?? '', row.valueUsd ?? '', row.feeWei ?? '', row.feeUsd ?? ''],
        ...[row.txHash ?? '', row.error ?? '', row.id],
      ],
      read: (after) => api.transactions.listAfter({ ...asked, after }),
      now: () => new Date(),
    })
    return fileResponse({ name: 'transactions.csv', type: 'text/csv; charset=utf-8', body: textStream(rows) })
  })
}
