import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { indexerWoken } from '@/inngest/events'
import { isTransient } from '@/server/alarms/is-transient'
import { claimCursor, releaseCursor } from '@/server/chains/cursor'
import { type Chain, findChain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { createBell } from '@/server/waking/create-bell'
import { isStopping, onStopping } from '@/server/waking/stopping'
import { isLive, registerPump } from '@/server/waking/wake'
import { type Follower, followChain, newFollower, type Turn } from './follow-chain'

/** One run of the job; the next goes on. */
const RUN_MS = 20_000
/** Another process takes a chain over so long after its follower was killed. */
const LEASE_SECONDS = 10
const FAULT_PAUSE_MS = 500

type Ran = { nextAt: Date | null; did: { turns: number; faults: number } }

/** Follows a chain for its event subscriptions until the run's time is up; one process does so at a time. */
export async function runFollower(ctx: WorkerCtx, { chainId }: { chainId: number }): Promise<Ran> {
  const did = { turns: 0, faults: 0 }
  const chain = await findChain(chainId)
  const isServed = chain?.chainType === 'EVM' && chain.rpcUrls.length > 0
  if (!isServed || isLive(indexerWoken, { chainId })) return { nextAt: null, did }
  const owner = randomUUID()
  const bell = createBell()
  const unregister = registerPump(indexerWoken, { chainId }, { poke: () => bell.ring() })
  const forgetStop = onStopping(() => bell.ring())
  const deadline = Date.now() + RUN_MS
  const follower = newFollower()
  let turn: Turn | 'elsewhere' = 'read'
  try {
    while (Date.now() < deadline && !isStopping() && turn !== 'idle' && turn !== 'elsewhere') {
      const heard = bell.next(pollMs(chain))
      turn = await patient(did, () => take(ctx, chain, owner, follower))
      if (turn === 'waiting') await heard
    }
  } finally {
    unregister()
    forgetStop()
    await releaseCursor(ctx, { chainId, consumer: 'indexer' }, owner).catch(() => {})
  }
  // Whoever has the lease goes on; should that process be killed, the sweeper asks here again.
  return { nextAt: turn === 'idle' || turn === 'elsewhere' ? null : ctx.now(), did }
}

async function take(ctx: WorkerCtx, chain: Chain, owner: string, follower: Follower): Promise<Turn | 'elsewhere'> {
  const cursor = await claimCursor(
    ctx,
    { chainId: chain.chainId, consumer: 'indexer' },
    { owner, seconds: LEASE_SECONDS },
  )
  return cursor ? followChain(ctx, chain, cursor, follower) : 'elsewhere'
}

async function patient(did: Ran['did'], turn: () => Promise<Turn | 'elsewhere'>): Promise<Turn | 'elsewhere'> {
  try {
    const took = await turn()
    did.turns += 1
    return took
  } catch (error) {
    if (!isTransient(error)) throw error
    did.faults += 1
    await wait(FAULT_PAUSE_MS)
    return 'waiting'
  }
}

/** A quarter of a block, within reason. */
function pollMs(chain: Chain): number {
  return Math.min(1_000, Math.max(100, Math.round(chain.blockTimeMs / 4)))
}
