import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Bell } from '@/server/bell'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { isLive, registerPump } from '@/server/wake'
import { isPassing } from '../engine/is-passing'
import { claimChain, releaseChain } from './claim-chain'
import { fillQueue } from './fill-queue'
import { loadExpired, loadQueue } from './load-queue'
import { type WatchMemory, watchOpen } from './watch-open'

/** One run of the job; what is open then is the next run's. */
const RUN_MS = 20_000
/** Between turns, so that a turn finds a batch and not a single transfer. */
const TURN_SPACING_MS = 30
/** A pump with nothing to do stays a moment: the next transfer then starts without the job engine. */
const LINGER_MS = 1_000
const FAULT_PAUSE_MS = 250

/**
 * Carries a Solana chain's transfers from the queue to finality until nothing is open or the run's time is up. Several may run at once, in any number
 * of processes: one holds the chain's lease, the others wait for it. `unfinished` asks for another run.
 */
export async function pumpSolana(ctx: WorkerCtx, chain: Chain): Promise<{ unfinished: boolean }> {
  try {
    return await runPump(ctx, chain)
  } catch (error) {
    if (!isPassing(error)) throw error
    // As an error the job engine would try again in half a minute; as an unfinished run, at once.
    await wait(FAULT_PAUSE_MS)
    return { unfinished: true }
  }
}

async function runPump(ctx: WorkerCtx, chain: Chain): Promise<{ unfinished: boolean }> {
  const name = `chain:${chain.chainId}`
  if (chain.rpcUrls.length === 0 || isLive(name)) return { unfinished: false }
  const owner = randomUUID()
  const bell = new Bell()
  const unregister = registerPump(name, { poke: () => bell.ring() })
  try {
    return { unfinished: await turnUntilIdle(ctx, chain, { owner, bell, unregister }) }
  } finally {
    unregister()
    await releaseChain(ctx, chain.chainId, owner).catch(() => {})
  }
}

type Run = { owner: string; bell: Bell; unregister: () => void }

async function turnUntilIdle(ctx: WorkerCtx, chain: Chain, run: Run): Promise<boolean> {
  const deadline = Date.now() + RUN_MS
  const memory: WatchMemory & { expired: string[] } = { slot: 0n, provedAt: 0, expired: [] }
  let idleSince: number | null = null
  while (Date.now() < deadline) {
    const heard = run.bell.next(pollMs(chain))
    const isOpen = await turn(ctx, chain, run, memory)
    idleSince = isOpen ? null : (idleSince ?? Date.now())
    if (idleSince !== null && Date.now() - idleSince >= LINGER_MS) {
      run.unregister()
      // A transfer accepted before this line only rang the bell: look once more now that new ones send events.
      return hasOpen(ctx, chain.chainId)
    }
    await heard
    await wait(TURN_SPACING_MS)
  }
  return hasOpen(ctx, chain.chainId)
}

/** One look at everything. A chain or a database out of reach costs a pause, not the run. Returns whether anything is open. */
async function turn(
  ctx: WorkerCtx,
  chain: Chain,
  { owner }: Run,
  memory: WatchMemory & { expired: string[] },
): Promise<boolean> {
  try {
    if (!(await hasOpen(ctx, chain.chainId))) return false
    const lease = await claimChain(ctx, chain.chainId, owner)
    if (!lease) return true
    const queue = [...(await loadExpired(ctx, chain, memory.expired)), ...(await loadQueue(ctx, chain))]
    memory.expired = []
    const [filled, watched] = await Promise.allSettled([
      fillQueue(ctx, chain, { lease, queue }),
      watchOpen(ctx, chain, memory),
    ])
    if (watched.status === 'fulfilled') memory.expired = watched.value
    for (const part of [filled, watched]) if (part.status === 'rejected') throw part.reason
    return true
  } catch (error) {
    if (!isPassing(error)) throw error
    await wait(FAULT_PAUSE_MS)
    return true
  }
}

/** What waits for a person's approval or for an operator's verdict is none of a pump's business. */
async function hasOpen({ db }: WorkerCtx, chainId: number): Promise<boolean> {
  const open = await db.execute(sql`
    select 1 from transactions where chain_id = ${chainId} and status = 'PENDING' and stage <> 'awaiting_approval'
      and (needs_operator is null or cancel_requested_at is not null) limit 1`)
  return open.length > 0
}

/** Half a slot, within reason. */
function pollMs(chain: Chain): number {
  return Math.min(500, Math.max(50, Math.round(chain.blockTimeMs / 2)))
}
