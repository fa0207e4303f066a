import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { tokenItems, tokenSteps, tokens, transactions } from '@/db/schema'
import type { OperationView } from '@/schemas/tokens/operations/contract'
import type { OperationRow } from './plan'
import { toOperation } from './view'

/**
 * Returns a function that shows each of these operations with its transactions and, if requested, the outcome of each
 * line. The function throws for a row that cannot be shown, so that a list can leave out that row.
 */
export async function readOperations(
  db: Database,
  rows: readonly OperationRow[],
  { withItems }: { withItems: boolean },
): Promise<(row: OperationRow) => OperationView> {
  const ids = rows.map(({ id }) => id)
  const txHash = sql<string | null>`coalesce(${tokenSteps.txHash}, ${transactions.txHash})`
  const [steps, items, tokenRows] = await Promise.all([
    db
      .select({
        operationId: tokenSteps.operationId,
        number: tokenSteps.number,
        transactionId: tokenSteps.transactionId,
        txHash,
      })
      .from(tokenSteps)
      .leftJoin(transactions, eq(transactions.id, tokenSteps.transactionId))
      .where(inArray(tokenSteps.operationId, ids)),
    withItems
      ? db.select().from(tokenItems).where(inArray(tokenItems.operationId, ids)).orderBy(asc(tokenItems.line))
      : [],
    db
      .select({
        id: tokens.id,
        decimals: tokens.decimals,
        reference: tokens.reference,
        metadata: tokens.metadata,
      })
      .from(tokens)
      .where(inArray(tokens.id, [...new Set(rows.map(({ tokenId }) => tokenId))])),
  ])
  return (row) => {
    const token = tokenRows.find(({ id }) => id === row.tokenId)
    return toOperation(row, {
      steps: steps.filter(({ operationId }) => operationId === row.id),
      items: items.filter(({ operationId }) => operationId === row.id),
      decimals: token?.decimals ?? 0,
      tags: row.kind === 'DEPLOY' ? token : undefined,
    })
  }
}
