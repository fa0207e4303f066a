import { and, eq, inArray, isNull, not } from 'drizzle-orm'
import { transactions } from '@/db/schema'
import { isOwnerActive } from '@/server/businesses/is-owner-active'
import { type ChainLease, claimCursor, releaseCursor } from '@/server/chains/cursor'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { isolateRows, listOpen } from '@/server/engine/isolate-rows'
import { type EngineRun, hasOpenTransactions, type LingerOptions, runEngine } from '@/server/engine/run-engine'
import { leaseSeconds } from '@/server/lease-seconds'
import { canSend, isHeld, maySend } from '@/server/recovery/is-recovering'
import { fillQueue } from './fill-queue'
import { loadExpired, loadQueue } from './load-queue'
import { type WatchMemory, watchOpen } from './watch-open'

/**
 * Advances a Solana chain's transfers from the queue to finality until nothing is open or the run's time is up. Several
 * may run at once, in any number of processes: one holds the chain's lease, the others wait for it. `unfinished`
 * requests another run.
 */
export async function runSolanaEngine(
  ctx: WorkerCtx,
  chain: Chain,
  { lingerMs }: LingerOptions = { lingerMs: 0 },
): Promise<EngineRun> {
  const memory: Memory = { slot: 0n, provedAt: 0, expired: [] }
  return runEngine(ctx, chain, {
    lingerMs,
    pollMs: pollMs(chain),
    turns: [(owner) => turn(ctx, chain, owner, memory)],
    release: (owner) => releaseCursor(ctx, cursorOf(chain), owner),
  })
}

/** Short, so that a crash costs little. */
const LEASE_SECONDS = 6

type Memory = WatchMemory & { expired: string[] }

async function turn(ctx: WorkerCtx, chain: Chain, owner: string, memory: Memory): Promise<boolean> {
  if (!(await hasOpenTransactions(ctx, chain.chainId))) return false
  // Nothing ends while the chain is held: a recovery takes ended transactions for settled before the backup.
  if (isHeld(chain.chainId)) return true
  const cursor = await claimCursor(ctx, cursorOf(chain), { owner, seconds: leaseSeconds(LEASE_SECONDS) })
  if (!cursor) return true
  const { chainId } = chain
  const [filled, watched] = await Promise.allSettled([
    send(ctx, chain, { lease: cursor, memory }),
    isolateRows(ctx, chainId, {
      list: () => listOpen(ctx, chainId, ['signed', 'broadcast', 'mined']),
      work: (only) => watchOpen(ctx, chain, { cursor, memory }, only),
    }),
  ])
  if (watched.status === 'fulfilled') memory.expired = watched.value.flat()
  for (const part of [filled, watched]) if (part.status === 'rejected') throw part.reason
  return true
}

/**
 * Sends queued transactions, and sends again those that expired for certain. Touches nothing while the platform may not
 * send.
 */
async function send(
  ctx: WorkerCtx,
  chain: Chain,
  { lease, memory }: { lease: ChainLease; memory: Memory },
): Promise<void> {
  const { chainId } = chain
  if (!(await canSend(chainId))) return
  const signatures = memory.expired
  await requeueExpired(ctx, chain, signatures)
  memory.expired = []
  await isolateRows(ctx, chainId, {
    list: () => listOpen(ctx, chainId, ['queued', 'signed', 'broadcast']),
    work: async (only) => {
      const queue = [...(await loadExpired(ctx, chain, { signatures, only })), ...(await loadQueue(ctx, chain, only))]
      await fillQueue(ctx, chain, { lease, queue })
    },
  })
}

const cursorOf = ({ chainId }: Chain) => ({ chainId, consumer: 'engine' }) as const

/** Half a slot, within bounds. */
function pollMs(chain: Chain): number {
  return Math.min(500, Math.max(50, Math.round(chain.blockTimeMs / 2)))
}

/**
 * Queues transfers of suspended projects again after their only valid attempt expired for certain. They cannot be
 * signed now, but an operator can end queued ones. Transfers with a cancel request end as usual. Each signature must
 * still be the current one.
 */
async function requeueExpired({ db }: WorkerCtx, chain: Chain, signatures: readonly string[]): Promise<void> {
  if (signatures.length === 0) return
  await db
    .update(transactions)
    .set({ stage: 'queued', txHash: null, signedAt: null, broadcastAt: null })
    .where(
      and(
        eq(transactions.chainId, chain.chainId),
        eq(transactions.status, 'PENDING'),
        inArray(transactions.stage, ['signed', 'broadcast']),
        inArray(transactions.txHash, [...signatures]),
        isNull(transactions.cancelRequestedAt),
        not(isOwnerActive('transactions')),
        maySend(),
      ),
    )
}
