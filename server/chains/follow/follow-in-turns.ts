import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ChainConsumer } from '@/db/schema'
import { isTransient } from '@/server/alarms/is-transient'
import { type Cursor, claimCursor, releaseCursor } from '@/server/chains/cursor'
import { type Chain, findChain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { leaseSeconds } from '@/server/lease-seconds'
import { createBell } from '@/server/waking/create-bell'
import { isStopping, onStopping } from '@/server/waking/stopping'
import { isLive, registerPump, type WakeEvent } from '@/server/waking/wake'

/** One run of the job; the next goes on. */
const RUN_MS = 20_000
/** Another process takes a chain over so long after its follower was killed. */
const LEASE_SECONDS = 10
const LOOK_MS = 5_000
const FAULT_PAUSE_MS = 500
const MOST_FIRST = ['read', 'waiting', 'elsewhere', 'idle'] as const

/** `read`: there may be more at once. `waiting`: nothing until the chain goes on. `idle`: nobody wants to know. */
export type Turn = 'read' | 'waiting' | 'idle'

type Ran = { nextAt: Date | null; did: { turns: number; faults: number } }
type Took = Turn | 'elsewhere'
type Following = {
  chainId: number
  consumer: ChainConsumer
  event: WakeEvent<{ chainId: number }>
  /** Of the cursors it has, as of now; without it there is one, of depth 0. */
  findDepths?: () => Promise<readonly number[]>
}

/**
 * Follows a chain for one consumer, turn by turn under its cursor, until the run's time is up; one process does so at a time. Where it has
 * several cursors each gets its turn. A turn that fails because of the chain's nodes or the database is taken again, and holds up no other.
 */
export async function followInTurns(
  ctx: WorkerCtx,
  { chainId, consumer, event, findDepths = async () => [0] }: Following,
  turn: (chain: Chain, cursor: Cursor) => Promise<Turn>,
): Promise<Ran> {
  const did = { turns: 0, faults: 0 }
  const chain = await findChain(chainId)
  const isServed = chain !== null && chain.rpcUrls.length > 0
  if (!isServed || isLive(event, { chainId })) return { nextAt: null, did }
  const owner = randomUUID()
  const bell = createBell()
  let isPoked = false
  const poke = () => {
    isPoked = true
    bell.ring()
  }
  const unregister = registerPump(event, { chainId }, { poke })
  const forgetStop = onStopping(() => bell.ring())
  const deadline = Date.now() + RUN_MS
  const take = async (depth: number): Promise<Took> => {
    const cursor = await claimCursor(ctx, { chainId, consumer, depth }, { owner, seconds: leaseSeconds(LEASE_SECONDS) })
    if (!cursor) return 'elsewhere'
    const took = await turn((await findChain(chainId)) ?? chain, cursor)
    did.turns += 1
    return took
  }
  const takeAll = async (): Promise<Took> => {
    const each: Took[] = []
    for (const depth of await findDepths()) each.push(await patient(did, () => take(depth)))
    // Whatever one of them has to do, the run has.
    return MOST_FIRST.find((one) => each.includes(one)) ?? 'idle'
  }
  let took: Took = 'read'
  try {
    while (Date.now() < deadline && !isStopping() && took !== 'idle' && took !== 'elsewhere') {
      const heard = bell.next(pollMs(chain))
      isPoked = false
      took = await patient(did, takeAll)
      if (took === 'waiting') await heard
    }
  } finally {
    forgetStop()
    // While it is still known to run here: another run of this process would else find the lease taken, and end, and then nobody goes on.
    await releaseCursor(ctx, { chainId, consumer }, owner).catch(() => {})
    unregister()
  }
  // Whoever asked since the last look only rang the bell.
  return { nextAt: isPoked ? ctx.now() : nextLook(took, ctx.now()), did }
}

/** Whoever has the lease goes on; should that process be killed, nobody says so, and somebody has to look once its lease is over. */
function nextLook(took: Took, now: Date): Date | null {
  if (took === 'idle') return null
  if (took !== 'elsewhere') return now
  // At the same moments whoever was sent away: wake-ups of one moment are one.
  return new Date(Math.ceil((now.getTime() + leaseSeconds(LEASE_SECONDS) * 1_000) / LOOK_MS) * LOOK_MS)
}

async function patient(did: Ran['did'], take: () => Promise<Took>): Promise<Took> {
  try {
    return await take()
  } catch (error) {
    if (!isTransient(error)) throw error
    did.faults += 1
    await wait(FAULT_PAUSE_MS)
    return 'waiting'
  }
}

/** A quarter of a block, within reason. */
function pollMs({ blockTimeMs }: Chain): number {
  return Math.min(1_000, Math.max(100, Math.round(blockTimeMs / 4)))
}
