import type { chainCursors, chainHeads, chains } from '@/db/schema'
import type { NetworkDepth, NetworkView } from '@/schemas/indexer/networks/contract'

type Chain = typeof chains.$inferSelect
type OfChain<T = object> = T & { chainId: number | null }
type Cursor = typeof chainCursors.$inferSelect
type Subscribed = OfChain<{ depth: number; subscriptions: number; undecodable: string }>

type Parts = {
  head: typeof chainHeads.$inferSelect | null
  subscribed: readonly Subscribed[]
  cursors: readonly Cursor[]
  endpoints: readonly OfChain<{ problem: string | null }>[]
  events: readonly OfChain<{ count: number }>[]
  replays: readonly OfChain<{ count: number }>[]
  alarms: readonly OfChain<{ message: string }>[]
}

/** Picks the values of one chain from the values of all chains. */
export function toNetwork(chain: Chain, parts: Parts): NetworkView {
  const { chainId } = chain
  const own = <T extends OfChain>(rows: readonly T[]): T[] => rows.filter((row) => row.chainId === chainId)
  const head = headOf(parts.head?.blockNumber ?? null, own(parts.cursors))
  const subscribed = own(parts.subscribed)
  const endpoints = own(parts.endpoints)
  return {
    chainId,
    code: chain.code,
    name: chain.name,
    headBlock: head?.toString() ?? null,
    headAt: momentOf(parts.head?.blockAt),
    depths: subscribed.map(({ depth, subscriptions }) => {
      const cursor = own(parts.cursors).find((one) => one.depth === depth)
      return toDepth(chain, { depth, subscriptions, head, cursor })
    }),
    endpoints: { active: endpoints.length, faulty: endpoints.filter(({ problem }) => problem !== null).length },
    recentEvents: own(parts.events)[0]?.count ?? 0,
    undecodable: subscribed.reduce((sum, { undecodable }) => sum + Number(undecodable), 0),
    runningReplays: own(parts.replays)[0]?.count ?? 0,
    trouble: own(parts.alarms)[0]?.message ?? null,
  }
}

/** The head is a sample: a follower that queried the chain later knows a newer block. */
function headOf(sampled: bigint | null, cursors: readonly Cursor[]): bigint | null {
  if (sampled === null) return null
  let head = sampled
  for (const { blockNumber } of cursors) if (blockNumber > head) head = blockNumber
  return head
}

type Reading = { depth: number; subscriptions: number; head: bigint | null; cursor: Cursor | undefined }

function toDepth({ blockTimeMs }: Chain, { depth, subscriptions, head, cursor }: Reading): NetworkDepth {
  // A cursor that never moved has no position.
  const read = cursor && cursor.blockNumber > 0n ? cursor.blockNumber : null
  const lag = head === null || read === null ? null : head > read ? head - read : 0n
  return {
    depth,
    readBlock: read?.toString() ?? null,
    readAt: read === null ? null : momentOf(cursor?.updatedAt),
    subscriptions,
    lagBlocks: lag?.toString() ?? null,
    lagSeconds: lag === null ? null : Math.round((Number(lag) * blockTimeMs) / 1_000),
  }
}

/** A damaged row may have no time; the other rows are still shown. */
function momentOf(at: Date | undefined): string | null {
  return at === undefined || Number.isNaN(at.getTime()) ? null : at.toISOString()
}
