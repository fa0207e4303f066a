import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import type { TransactionRow } from '@/db/schema'
import { transactionAttempts } from '@/db/schema'
import { webhooksWoken } from '@/inngest/events'
import { type Cursor, moveCursor } from '@/server/chains/cursor'
import type { Chain } from '@/server/chains/registry'
import { inWorker } from '@/server/ctx'
import { faultPoint } from '@/server/fault-point'
import { wake } from '@/server/wake'
import { chargeFees } from './charge-fees'
import { announceOutcomes } from './outcome-signal'
import { tellOutcomes } from './tell-outcomes'
import { toTransaction } from './to-transaction'

/**
 * Runs `change`, which moves transactions by conditional updates and returns the rows it moved. In the same transaction the gas of those
 * that ended is settled and their webhooks go into the outbox. Then tells whoever waits. `cursor` is stored with them when given. Throws LeaseLostError.
 */
export async function endTransactions(
  chain: Chain,
  cursor: Cursor | null,
  change: (db: Database) => Promise<TransactionRow[]>,
): Promise<TransactionRow[]> {
  let messages = 0
  faultPoint('receipt-before-settle')
  const moved = await inWorker(async ({ db, now }) => {
    const rows = await change(db)
    const ended = rows.filter((row) => row.status !== 'PENDING')
    if (ended.length > 0) {
      const charges = await chargeFees(db, chain, ended)
      const attempts = await countAttempts(
        db,
        ended.filter((row) => row.webhookUrl).map((row) => row.id),
      )
      const settled = ended.map((ended) => {
        const row = { ...ended, feeChargedMicros: charges.get(ended.id) ?? ended.feeChargedMicros }
        return {
          row,
          view: toTransaction(row, { chain, attempts: attempts.get(row.id) ?? 0, headBlock: cursor?.head ?? null }),
        }
      })
      messages = await tellOutcomes(db, settled, now())
    }
    if (cursor) await moveCursor(db, cursor)
    faultPoint('settle-before-commit')
    return rows
  })
  announceOutcomes(moved.filter((row) => row.status !== 'PENDING').map((row) => row.id))
  if (messages > 0) wake(webhooksWoken, {})
  return moved
}

async function countAttempts(db: Database, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: transactionAttempts.transactionId, count: sql<number>`count(*)::int` })
    .from(transactionAttempts)
    .where(
      sql`${transactionAttempts.transactionId} in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`,
    )
    .groupBy(transactionAttempts.transactionId)
  return new Map(rows.map((row) => [row.id, row.count]))
}
