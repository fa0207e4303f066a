import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { type TransactionRow, tokenSteps } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import { faultPoint } from '@/server/fault-point'

type Ending = { chain: Chain; ended: readonly TransactionRow[]; now: Date }

/**
 * Handles the end of a token's transactions: each step gets its outcome. The operation ends once our index has read the
 * block (`finishOperations`), so that a reader of the end also sees its effects.
 */
export async function endTokenSteps(db: Database, { ended }: Ending): Promise<void> {
  const byId = new Map(ended.map((row) => [row.id, row]))
  const steps = await db
    .select()
    .from(tokenSteps)
    .where(and(inArray(tokenSteps.transactionId, [...byId.keys()]), eq(tokenSteps.status, 'OPEN')))
    .for('update')
  for (const step of steps) {
    const row = byId.get(step.transactionId ?? '')
    if (row) await db.update(tokenSteps).set(outcomeOf(row)).where(eq(tokenSteps.id, step.id))
  }
  faultPoint('steps-after-end')
}

function outcomeOf({ status, txHash, blockNumber, error }: TransactionRow) {
  if (status === 'COMPLETED') return { status: 'DONE' as const, txHash, blockNumber, error: null }
  return { status: 'FAILED' as const, txHash, blockNumber: null, error: error ?? 'The transaction failed' }
}
