import { and, eq } from 'drizzle-orm'
import { chainCursors, chainHeads, chains } from '@/db/schema'
import type { Watcher } from '@/server/alarms/watcher'
import { findWatchedChains } from './follow/find-watched-chains'

/**
 * A follower reads a block within a second of its being made; this late, none runs or the nodes do not answer as they
 * should.
 */
const LATE_AFTER_MS = 120_000

/** Chains whose deposits are not seen as they should be. */
export const depositWatcher: Watcher = {
  name: 'deposits',
  kinds: ['deposits_behind'],
  works: ['follow-deposits'],
  async findCauses(ctx) {
    const watched = new Set((await findWatchedChains(ctx)).map(({ chainId }) => chainId))
    const rows = await ctx.db
      .select({
        chainId: chains.chainId,
        code: chains.code,
        name: chains.name,
        blockTimeMs: chains.blockTimeMs,
        head: chainHeads.blockNumber,
        read: chainCursors.blockNumber,
      })
      .from(chainCursors)
      .innerJoin(chains, eq(chains.chainId, chainCursors.chainId))
      .innerJoin(chainHeads, eq(chainHeads.chainId, chainCursors.chainId))
      .where(and(eq(chainCursors.consumer, 'deposits'), eq(chains.isActive, true)))
    return rows.flatMap(({ chainId, code, name, blockTimeMs, head, read }) => {
      if (head === null || !watched.has(chainId)) return []
      const behind = head - read
      if (behind <= BigInt(Math.ceil(LATE_AFTER_MS / blockTimeMs))) return []
      const message = `Deposits on ${name} are ${behind} blocks behind: read up to ${read}, the chain is at ${head}`
      return [{ kind: 'deposits_behind' as const, chainId, subject: code, message }]
    })
  },
}
