import { createLoader } from 'nuqs/server'
import type { ProjectContext } from '@/app/answer-file'
import { answerCsv } from '@/app/answer-list'
import { depositFilter, toDepositInput } from '@/components/deposits/deposit-filter'
import type { DepositView } from '@/schemas/deposits/contract'

const loadFilter = createLoader(depositFilter)

const COLUMNS = [
  ...['Time (UTC)', 'Stage', 'Amount', 'Asset', 'Token address', 'Value (USD)', 'From', 'To', 'Wallet id', 'Chain'],
  ...['Network', 'Hash', 'Block', 'Id'],
]

/** The deposits that the page shows, all of them. */
export async function GET(request: Request, context: ProjectContext): Promise<Response> {
  const filter = await loadFilter(request)
  return answerCsv(context, (api, projectId) => {
    const { page: _, ...input } = toDepositInput(projectId, filter)
    return {
      name: 'deposits.csv',
      columns: COLUMNS,
      toCells: (row: DepositView) => [
        ...[row.createdAt, row.stage, row.amount, row.symbol, row.tokenAddress ?? '', row.valueUsd ?? ''],
        ...[row.fromAddress, row.address, row.walletId, String(row.chainId), row.network, row.txHash],
        ...[String(row.blockNumber), row.id],
      ],
      read: (after) => api.deposits.listAfter({ ...input, after }),
    }
  })
}
