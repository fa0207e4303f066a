import { and, eq } from 'drizzle-orm'
import { transactions } from '@/db/schema'
import { raiseAlarm } from '@/server/alarms/raise-alarm'
import type { Chain } from '@/server/chains/registry'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { callOf, usesRelayer } from '@/server/engine/evm/gas-limit-of'
import type { Queued } from '@/server/engine/evm/load-queue'
import { holdTransaction, type LostTransactionRef, listLost } from '@/server/recovery/lost-transactions'
import { callKey } from './match-mined'

/** Types that are never held. Their amounts follow balances or allowances, so a repeated one moves nothing twice. */
const NEVER_HELD = ['SWEEP', 'FLOAT_RETURN', 'GAS_TOPUP', 'DELEGATE']

/**
 * Removes from the queue transactions that may be on chain already: the chain has an equal call of the same wallet that
 * no record explains since a backup was restored. A repeated request looks like a new one, so an operator decides. Each
 * unexplained call holds one transaction.
 */
export async function holdRepeatedTransactions(
  ctx: WorkerCtx,
  chain: Chain,
  queue: Map<string, Queued[]>,
): Promise<void> {
  const own = [...queue.values()].flat().filter((row) => !usesRelayer(row) && !NEVER_HELD.includes(row.type))
  if (own.length === 0) return
  const free = (await listLost(ctx.db, { chainId: chain.chainId })).filter(({ heldId }) => !heldId)
  if (free.length === 0) return
  const held = new Set<string>()
  for (const row of own) {
    const index = free.findIndex((lost) => isSame(row, lost))
    const [lost] = index < 0 ? [] : free.splice(index, 1)
    if (!lost) continue
    held.add(row.id)
    await hold(chain, row, lost)
  }
  for (const [laneId, rows] of queue)
    queue.set(
      laneId,
      rows.filter(({ id }) => !held.has(id)),
    )
}

function isSame(row: Queued, lost: LostTransactionRef): boolean {
  const isOther = lost.otherIds?.includes(row.id) ?? false
  if (isOther || row.sender.address.toLowerCase() !== lost.fromAddress.toLowerCase()) return false
  return callKey(callOf(row)) === callKey({ to: lost.toAddress, value: lost.value, data: lost.data })
}

/** One database transaction stores both: the row waits exactly if it is held for a lost transaction. */
async function hold({ chainId }: Chain, { id }: Queued, lost: LostTransactionRef): Promise<void> {
  const message = `It may be ${lost.hash}, which a restored backup has forgotten: decide on the Recovery page`
  await inWorker(async ({ db }) => {
    const waits = await db
      .update(transactions)
      .set({ stage: 'awaiting_approval', needsOperator: message, updatedAt: new Date() })
      .where(and(eq(transactions.id, id), eq(transactions.status, 'PENDING'), eq(transactions.stage, 'queued')))
      .returning({ id: transactions.id })
    if (waits.length === 0) return
    if (!(await holdTransaction(db, lost, id))) throw new Error('another transaction is held for it')
    await raiseAlarm(db, { kind: 'needs_operator', chainId, subject: id, message })
  })
}
