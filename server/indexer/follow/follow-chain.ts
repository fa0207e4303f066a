import type { Cursor } from '@/server/chains/cursor'
import { readHeadBlock, readHeaders } from '@/server/chains/evm/read-headers'
import type { Turn } from '@/server/chains/follow/follow-in-turns'
import { FIRST_RANGE, grown, type RangeSize, shrunk } from '@/server/chains/follow/range-size'
import { type ProvenRange, readProvenRange } from '@/server/chains/follow/read-proven-range'
import { takeBack } from '@/server/chains/follow/take-back'
import { finalBlockOf } from '@/server/chains/follow-blocks'
import type { Chain } from '@/server/chains/registry'
import { RpcError } from '@/server/chains/rpc'
import type { WorkerCtx } from '@/server/ctx'
import { readFingerprint } from './config-lock'
import { type Followed, loadSubscriptions } from './load-subscriptions'
import { routeLogs, soughtBy } from './route-logs'
import { storeRange } from './store-range'

/** Of one transaction. A block with more is stored alone. */
const MOST_EVENTS = 2_000

/** What a follower learns of its source as it goes. */
export type Follower = { range: RangeSize }

export function newFollower(): Follower {
  return { range: FIRST_RANGE }
}

/**
 * One look at a chain: its next blocks that are final are read, proven whole, and stored with what subscriptions are told of them. Never passes
 * a block over. Throws RpcUnavailableError, RpcError, LeaseLostError: then nothing was stored, and the same blocks are read again.
 */
export async function followChain(ctx: WorkerCtx, chain: Chain, cursor: Cursor, follower: Follower): Promise<Turn> {
  // Before the rows: one that comes between the two is seen as a change.
  const asked = await readFingerprint(ctx.db, chain.chainId)
  const subscriptions = await loadSubscriptions(ctx, chain.chainId)
  const [firstAsked] = subscriptions.map(({ fromBlock }) => fromBlock).sort((one, other) => (one < other ? -1 : 1))
  if (firstAsked === undefined) return 'idle'
  // Nobody asks for what was before: a chain that was left alone is not caught up with.
  const after = cursor.head < firstAsked - 1n ? { head: firstAsked - 1n, hash: null } : cursor
  const final = await readFinalBlock(chain)
  if (final <= after.head) return 'waiting'
  const first = after.head + 1n
  const size = BigInt(follower.range.size)
  const last = final < first + size - 1n ? final : first + size - 1n
  const sought = soughtBy(subscriptions)
  const range = await readProvenRange(chain, { after, first, last, sought }).catch((error: unknown) => {
    const smaller = error instanceof RpcError && last > first ? shrunk(follower.range, error.message) : null
    if (smaller === null) throw error
    follower.range = smaller
    return 'refused' as const
  })
  if (range === 'refused') return 'read'
  if (range === null) {
    await takeBack(ctx, chain, { cursor, lowest: firstAsked - 1n })
    return 'read'
  }
  follower.range = grown(follower.range)
  const cut = cutAt(range, subscriptions)
  const routed = routeLogs(subscriptions, cut)
  const newest = cut.heads.at(-1)
  if (!newest) return 'waiting'
  const moved = { ...cursor, head: newest.number, hash: newest.hash, finalBlock: final, rebuiltFrom: null }
  const isStored = await storeRange(chain, {
    ...routed,
    heads: cut.heads,
    asked,
    cursor: moved,
    from: { head: cursor.head, hash: cursor.hash },
  })
  return isStored && newest.number === final ? 'waiting' : 'read'
}

/** The blocks of a range that one transaction can hold, whole blocks, at least one. */
function cutAt(range: ProvenRange, subscriptions: readonly Followed[]): ProvenRange {
  const { events } = routeLogs(subscriptions, range)
  const over = events[MOST_EVENTS]
  const [begin] = events
  if (!over || !begin) return range
  const end = over.block.number > begin.block.number ? over.block.number - 1n : begin.block.number
  return {
    heads: range.heads.filter(({ number }) => number <= end),
    logs: range.logs.filter(({ blockNumber }) => blockNumber <= end),
  }
}

async function readFinalBlock(chain: Chain): Promise<bigint> {
  const head = await readHeadBlock(chain)
  if (chain.finality === 'depth') return finalBlockOf(chain, head, null)
  const [tagged] = await readHeaders(chain, [chain.finality])
  return finalBlockOf(chain, head, tagged?.number ?? null)
}
