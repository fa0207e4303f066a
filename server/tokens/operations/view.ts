import type { tokenItems, tokenSteps, tokens } from '@/db/schema'
import type { OperationView } from '@/schemas/tokens/operations/contract'
import { formatAmount } from '@/server/money/amount'
import type { OperationRow } from './plan'

type Step = Pick<typeof tokenSteps.$inferSelect, 'number' | 'transactionId' | 'txHash'>
type Item = Pick<typeof tokenItems.$inferSelect, 'line' | 'address' | 'amountUnits' | 'status' | 'code'>

type Parts = {
  steps: readonly Step[]
  /** The lines of a batch; absent in lists. */
  items?: readonly Item[]
  /** The decimals of the token. */
  decimals: number
  /** The customer's names of the token, for the operation that issues it. */
  tags?: Pick<typeof tokens.$inferSelect, 'reference' | 'metadata'> | undefined
}

/** An operation as `/v1`, webhooks and the portal show it. */
export function toOperation(row: OperationRow, { steps, items, decimals, tags }: Parts): OperationView {
  const ordered = [...steps].sort((one, other) => one.number - other.number)
  return {
    operationRef: row.id,
    tokenId: row.tokenId,
    kind: row.kind,
    status: row.status,
    transactionIds: ordered.flatMap(({ transactionId }) => transactionId ?? []),
    txHash: ordered.find(({ txHash }) => txHash !== null)?.txHash ?? null,
    error: row.error,
    code: row.code,
    ...(items && items.length > 0 ? { items: items.map((item) => toItem(item, decimals)) } : {}),
    reference: tags?.reference ?? undefined,
    metadata: tags?.metadata ?? undefined,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

function toItem({ line, address, amountUnits, status, code }: Item, decimals: number) {
  return { line, address, amount: amountUnits === null ? null : formatAmount(amountUnits, decimals), status, code }
}
