import { and, eq } from 'drizzle-orm'
import { transactions } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { runEvmEngine } from '@/server/engine/evm/run-evm-engine'
import { CHAIN_ID } from './local-chain'
import { proofTimeout } from './proof'

const ENDED_WITHIN_MS = proofTimeout(200_000)

/**
 * Runs the worker until nothing is open: on a busy machine one run's time, or a call that came back too late, leaves
 * something for the next. Throws with what is still open after 200 seconds.
 */
export async function drainChain(): Promise<void> {
  const deadline = Date.now() + ENDED_WITHIN_MS
  for (;;) {
    const { unfinished } = await runEvmEngine(workerCtx(), CHAIN_ID)
    if (!unfinished) return
    if (Date.now() > deadline) throw new Error(`still open: ${JSON.stringify(await listPending())}`)
  }
}

function listPending() {
  const { id, stage, needsOperator } = transactions
  return workerCtx()
    .db.select({ id, stage, needsOperator })
    .from(transactions)
    .where(and(eq(transactions.chainId, CHAIN_ID), eq(transactions.status, 'PENDING')))
    .limit(10)
}
