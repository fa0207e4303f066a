import type { Database } from '@/db/client'
import type { TransactionRow } from '@/db/schema'
import type { OutcomeKind, TransactionView } from '@/server/transactions/contract'
import type { TransactionType } from '@/server/transactions/words'
import { enqueueMessages } from '@/server/webhooks/enqueue-messages'

/** How the messages about a type begin (spec 6.1); null where nobody is told. */
const PREFIXES = {
  TRANSFER: 'wallet.transfer',
  SIGN: 'wallet.sign',
  DEPLOY: null,
  TOKEN_OPERATION: null,
  SWEEP: null,
  FLOAT_RETURN: null,
  GAS_TOPUP: null,
  DELEGATE: null,
} as const satisfies Record<TransactionType, string | null>

/** `wallet.transfer.completed` and the like; null for transactions nobody is told of. */
function outcomeKind({ type, status }: TransactionRow): OutcomeKind | null {
  const prefix = PREFIXES[type]
  if (status === 'PENDING' || prefix === null) return null
  return `${prefix}.${status === 'COMPLETED' ? 'completed' : 'failed'}`
}

/**
 * Puts the outcome of transactions into the outbox. Call it in the transaction that ends them: the message exists exactly when the
 * outcome does, and once. Returns how many were put.
 */
export function tellOutcomes(
  db: Database,
  ended: readonly { row: TransactionRow; view: () => TransactionView }[],
  now: Date,
): Promise<number> {
  const messages = ended.flatMap(({ row, view }) => {
    const kind = outcomeKind(row)
    if (!kind || !row.webhookUrl || !row.projectId) return []
    return [
      {
        businessId: row.businessId,
        projectId: row.projectId,
        source: 'transaction' as const,
        sourceId: row.id,
        kind,
        destinationId: null,
        url: row.webhookUrl,
        body: JSON.stringify({ type: kind, timestamp: now.toISOString(), data: view() }),
        scheme: 'standard' as const,
        keySource: row.webhookOwnSecret ? ('request' as const) : ('project' as const),
        orderKey: null,
      },
    ]
  })
  return enqueueMessages(db, messages, now)
}
