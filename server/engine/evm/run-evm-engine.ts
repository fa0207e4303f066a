import { type Cursor, claimCursor, releaseCursor } from '@/server/chains/cursor'
import { type Chain, findChain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { type EngineRun, hasOpenTransactions, type LingerOptions, runEngine } from '@/server/engine/run-engine'
import { leaseSeconds } from '@/server/lease-seconds'
import { refillPlatform } from '@/server/platform/refill-platform'
import { canSend, isHeld } from '@/server/recovery/is-recovering'
import { fillLanes } from './fill-lanes'
import { releaseLanes } from './open-lanes'
import { replaceStuck } from './replace-stuck'
import { confirmMined, readNewBlocks } from './watch-chain'

const REPLACE_EVERY_MS = 1_000
const REFILL_EVERY_MS = 15_000
/** Short: after a crash no process reads blocks for this time. */
const WATCH_LEASE_SECONDS = 4

/**
 * Drains the lanes of a chain and watches its blocks until nothing is open or the time of the run is over. Several can
 * run at once, in any number of processes: leases divide the lanes and the watch. `unfinished` requests another run.
 */
export async function runEvmEngine(
  ctx: WorkerCtx,
  chainId: number,
  { lingerMs }: LingerOptions = { lingerMs: 0 },
): Promise<EngineRun> {
  const chain = await findChain(chainId)
  if (!chain) return { unfinished: false, counts: { turns: 0, faults: 0 } }
  const watch: Watch = { replacedAt: 0, refilledAt: 0 }
  return runEngine(ctx, chain, {
    lingerMs,
    pollMs: pollMs(chain),
    // Sending and watching do not wait for each other: blocks are read while a long queue is sent.
    turns: [(owner) => send(ctx, chain, owner), (owner) => poll(ctx, chain, owner, watch)],
    release: (owner) =>
      Promise.all([releaseLanes(ctx, chainId, owner), releaseCursor(ctx, { chainId, consumer: 'engine' }, owner)]),
  })
}

type Watch = { replacedAt: number; refilledAt: number }

async function send(ctx: WorkerCtx, chain: Chain, owner: string): Promise<boolean> {
  if (!(await canSend(chain.chainId))) return false
  await fillLanes(ctx, chain, owner)
  return hasOpenTransactions(ctx, chain.chainId)
}

async function poll(ctx: WorkerCtx, chain: Chain, owner: string, watch: Watch): Promise<boolean> {
  if (!(await hasOpenTransactions(ctx, chain.chainId))) return false
  // A recovery reads the blocks after the engine's cursor, so the cursor waits as well.
  if (isHeld(chain.chainId)) return true
  const before = await claimCursor(
    ctx,
    { chainId: chain.chainId, consumer: 'engine' },
    { owner, seconds: leaseSeconds(WATCH_LEASE_SECONDS) },
  )
  if (before) await pollFrom(ctx, chain, before, watch)
  return true
}

async function pollFrom(ctx: WorkerCtx, chain: Chain, before: Cursor, watch: Watch): Promise<void> {
  const cursor = await readNewBlocks(ctx, chain, before)
  if (cursor.finalBlock !== cursor.head && cursor.head !== before.head) await confirmMined(ctx, chain, cursor)
  if (!(await canSend(chain.chainId))) return
  if (Date.now() - watch.replacedAt >= REPLACE_EVERY_MS) {
    watch.replacedAt = Date.now()
    await replaceStuck(ctx, chain, cursor)
  }
  if (Date.now() - watch.refilledAt >= REFILL_EVERY_MS) {
    watch.refilledAt = Date.now()
    await refillPlatform(ctx, chain)
  }
}

/** A tenth of the block time, within bounds. */
function pollMs(chain: Chain): number {
  return Math.min(500, Math.max(50, Math.round(chain.blockTimeMs / 10)))
}
