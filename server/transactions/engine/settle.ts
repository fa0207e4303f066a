import { eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { chainCursors, lanes, transactionAttempts } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import { inWorker } from '@/server/ctx'
import { wakeWebhooks } from '@/server/wake'
import { enqueueOutcomes } from '@/server/webhooks/enqueue-outcome'
import { announceOutcomes } from '../outcome-signal'
import { type TransactionRow, toTransaction } from '../view'

/**
 * Runs `change`, which moves transactions by conditional updates and returns the rows it moved, and puts the webhooks of those that ended
 * into the outbox in the same transaction. Then tells whoever waits. `headBlock` becomes the watcher's place when given.
 */
export async function settle(
  chain: Chain,
  headBlock: bigint | null,
  change: (db: Database) => Promise<TransactionRow[]>,
): Promise<TransactionRow[]> {
  let messages = 0
  const moved = await inWorker(async ({ db, now }) => {
    const rows = await change(db)
    const ended = rows.filter((row) => row.status !== 'PENDING')
    if (ended.length > 0) {
      const attempts = await countAttempts(
        db,
        ended.filter((row) => row.webhookUrl).map((row) => row.id),
      )
      const settled = ended.map((row) => ({
        row,
        view: toTransaction(row, { chain, attempts: attempts.get(row.id) ?? 0, headBlock }),
      }))
      messages = await enqueueOutcomes(db, settled, now())
      await openLanesThatGotGas(db, chain, ended)
    }
    if (headBlock !== null) await moveCursor(db, chain.chainId, headBlock)
    return rows
  })
  announceOutcomes(moved.filter((row) => row.status !== 'PENDING').map((row) => row.id))
  if (messages > 0) wakeWebhooks()
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

/** A wallet whose top-up was mined need not sit out its pause. */
async function openLanesThatGotGas(db: Database, chain: Chain, ended: TransactionRow[]): Promise<void> {
  const filled = ended
    .filter((row) => row.type === 'GAS_TOPUP' && row.status === 'COMPLETED')
    .map((row) => row.toAddress)
  if (filled.length === 0) return
  await db
    .update(lanes)
    .set({ notBefore: null, blockedReason: null })
    .where(sql`${eq(lanes.chainId, chain.chainId)} and ${inArray(lanes.address, filled)}`)
}

async function moveCursor(db: Database, chainId: number, headBlock: bigint): Promise<void> {
  await db
    .insert(chainCursors)
    .values({ chainId, blockNumber: headBlock })
    .onConflictDoUpdate({ target: chainCursors.chainId, set: { blockNumber: headBlock, updatedAt: new Date() } })
}
