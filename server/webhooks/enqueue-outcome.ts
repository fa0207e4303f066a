import type { Database } from '@/db/client'
import { webhookMessages } from '@/db/schema'
import type { TransactionView } from '@/server/transactions/contract'
import type { TransactionRow } from '@/server/transactions/view'

const KIND_OF_TYPE: Partial<Record<TransactionRow['type'], string>> = {
  TRANSFER: 'wallet.transfer',
  SIGN: 'wallet.sign',
}

/** `wallet.transfer.completed` and the like (spec 6.1); null for transactions nobody is told of. */
export function outcomeKind(row: Pick<TransactionRow, 'type' | 'status'>): string | null {
  const prefix = KIND_OF_TYPE[row.type]
  if (!prefix || row.status === 'PENDING') return null
  return `${prefix}.${row.status === 'COMPLETED' ? 'completed' : 'failed'}`
}

/**
 * Puts the outcome of transactions into the outbox. Call it in the transaction that settles them: the message exists exactly when the
 * outcome does, and once. Returns how many were put.
 */
export async function enqueueOutcomes(
  db: Database,
  settled: { row: TransactionRow; view: TransactionView }[],
  now: Date,
): Promise<number> {
  const messages = settled.flatMap(({ row, view }) => {
    const kind = outcomeKind(row)
    if (!kind || !row.webhookUrl || !row.projectId) return []
    const body = JSON.stringify({ type: kind, timestamp: now.toISOString(), data: view })
    return [
      {
        businessId: row.businessId,
        projectId: row.projectId,
        transactionId: row.id,
        kind,
        url: row.webhookUrl,
        body,
        ownSecret: row.webhookOwnSecret,
        nextAttemptAt: now,
      },
    ]
  })
  if (messages.length > 0) await db.insert(webhookMessages).values(messages).onConflictDoNothing()
  return messages.length
}
