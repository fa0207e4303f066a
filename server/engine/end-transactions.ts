import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { chainCursors, transactionAttempts } from '@/db/schema'
import { webhooksWoken } from '@/inngest/events'
import type { Chain } from '@/server/chains/registry'
import { inWorker } from '@/server/ctx'
import { faultPoint } from '@/server/fault-point'
import { type TransactionRow, toTransaction } from '@/server/transactions/view'
import { wake } from '@/server/wake'
import { enqueueOutcomes } from '@/server/webhooks/enqueue-outcome'
import { chargeFees } from './charge-fees'
import { announceOutcomes } from './outcome-signal'

/** The block the watcher has read up to, and what was final then. */
export type ChainPosition = { head: bigint; hash: string | null; finalBlock: bigint | null }

/**
 * Runs `change`, which moves transactions by conditional updates and returns the rows it moved. In the same transaction the gas of those
 * that ended is settled and their webhooks go into the outbox. Then tells whoever waits. `position` becomes the watcher's when given.
 */
export async function endTransactions(
  chain: Chain,
  position: ChainPosition | null,
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
          view: toTransaction(row, { chain, attempts: attempts.get(row.id) ?? 0, headBlock: position?.head ?? null }),
        }
      })
      messages = await enqueueOutcomes(db, settled, now())
    }
    if (position) await moveCursor(db, chain.chainId, position)
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

async function moveCursor(db: Database, chainId: number, position: ChainPosition): Promise<void> {
  const read = { blockNumber: position.head, blockHash: position.hash, finalBlock: position.finalBlock }
  await db
    .insert(chainCursors)
    .values({ chainId, ...read })
    .onConflictDoUpdate({ target: chainCursors.chainId, set: { ...read, updatedAt: new Date() } })
}
