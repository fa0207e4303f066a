import { randomUUID } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import { transactions } from '@/db/schema'
import { Bell } from '@/server/bell'
import { type Chain, findChain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { isLive, registerPump } from '@/server/wake'
import { fillLanes } from './fill-lanes'
import { isPassing } from './is-passing'
import { releaseLanes } from './open-lanes'
import { refillPlatform } from './refill-platform'
import { rescueStuck } from './rescue'
import type { Place } from './settle'
import { claimWatch, confirmMined, readNewBlocks, releaseWatch } from './watch-chain'

/** One run of the job; what is open then is the next run's. */
const RUN_MS = 20_000
/** Between turns, so that a turn finds a batch and not a single transaction. */
const TURN_SPACING_MS = 30
/** A pump with nothing to do stays a moment: the next transfer then starts without the job engine. */
const LINGER_MS = 1_000
const FAULT_PAUSE_MS = 250
const RESCUE_EVERY_MS = 1_000
const REFILL_EVERY_MS = 15_000

/**
 * Drains the lanes of a chain and watches its blocks until nothing is open or the run's time is up. Several may run at once, in any
 * number of processes: leases share out the lanes and the watch. `unfinished` asks for another run.
 */
export async function pumpChain(ctx: WorkerCtx, chainId: number): Promise<{ unfinished: boolean }> {
  try {
    return await runPump(ctx, chainId)
  } catch (error) {
    if (!isPassing(error)) throw error
    // As an error the job engine would try again in half a minute; as an unfinished run, at once.
    await new Promise((resolve) => setTimeout(resolve, FAULT_PAUSE_MS))
    return { unfinished: true }
  }
}

async function runPump(ctx: WorkerCtx, chainId: number): Promise<{ unfinished: boolean }> {
  const name = `chain:${chainId}`
  const chain = await findChain(chainId)
  if (!chain || chain.rpcUrls.length === 0 || isLive(name)) return { unfinished: false }
  const owner = randomUUID()
  const bell = new Bell()
  const unregister = registerPump(name, { poke: () => bell.ring() })
  try {
    return { unfinished: await turnUntilIdle(ctx, chain, { owner, bell, unregister }) }
  } finally {
    unregister()
    await Promise.all([releaseLanes(ctx, chainId, owner), releaseWatch(ctx, chainId, owner)]).catch(() => {})
  }
}

type Run = { owner: string; bell: Bell; unregister: () => void }

async function turnUntilIdle(ctx: WorkerCtx, chain: Chain, run: Run): Promise<boolean> {
  const deadline = Date.now() + RUN_MS
  const watch: Watch = { rescuedAt: 0, refilledAt: 0 }
  let idleSince: number | null = null
  while (Date.now() < deadline) {
    const heard = run.bell.next(pollMs(chain))
    const isOpen = await turn(ctx, chain, run, watch)
    idleSince = isOpen ? null : (idleSince ?? Date.now())
    if (idleSince !== null && Date.now() - idleSince >= LINGER_MS) {
      run.unregister()
      // A transfer accepted before this line only rang the bell: look once more now that new ones send events.
      if (!(await hasOpen(ctx, chain.chainId))) return false
      return true
    }
    await heard
    await new Promise((resolve) => setTimeout(resolve, TURN_SPACING_MS))
  }
  return hasOpen(ctx, chain.chainId)
}

type Watch = { rescuedAt: number; refilledAt: number }

/** One look at everything. A chain or a database out of reach costs a pause, not the run. Returns whether anything is open. */
async function turn(ctx: WorkerCtx, chain: Chain, run: Run, watch: Watch): Promise<boolean> {
  try {
    await fillLanes(ctx, chain, run.owner)
    if (!(await hasOpen(ctx, chain.chainId))) return false
    const place = await claimWatch(ctx, chain.chainId, run.owner)
    if (place) await look(ctx, chain, place, watch)
    return true
  } catch (error) {
    if (!isPassing(error)) throw error
    await new Promise((resolve) => setTimeout(resolve, FAULT_PAUSE_MS))
    return true
  }
}

async function look(ctx: WorkerCtx, chain: Chain, before: Place, watch: Watch): Promise<void> {
  const place = await readNewBlocks(ctx, chain, before)
  if (place.finalBlock !== place.head && place.head !== before.head) await confirmMined(ctx, chain, place)
  if (Date.now() - watch.rescuedAt >= RESCUE_EVERY_MS) {
    watch.rescuedAt = Date.now()
    await rescueStuck(ctx, chain, place)
  }
  if (Date.now() - watch.refilledAt >= REFILL_EVERY_MS) {
    watch.refilledAt = Date.now()
    await refillPlatform(ctx, chain)
  }
}

/** What waits for a person does not keep a pump busy; the sweeper has it looked at once a minute. */
async function hasOpen({ db }: WorkerCtx, chainId: number): Promise<boolean> {
  const open = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        eq(transactions.chainId, chainId),
        eq(transactions.status, 'PENDING'),
        ne(transactions.stage, 'awaiting_approval'),
        sql`(needs_operator is null or cancel_requested_at is not null)`,
      ),
    )
    .limit(1)
  return open.length > 0
}

/** A tenth of a block, within reason: what waits for a block learns of it soon. */
function pollMs(chain: Chain): number {
  return Math.min(500, Math.max(50, Math.round(chain.blockTimeMs / 10)))
}
