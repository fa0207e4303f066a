import { and, eq, isNull, min } from 'drizzle-orm'
import { chainCursors, chainHeads, chains, indexerSubscriptions } from '@/db/schema'
import type { Watcher } from '@/server/alarms/watcher'

/** A follower reads a block within a second after it is final. With this delay, no follower runs or the nodes fail. */
const LATE_AFTER_MS = 120_000
/** The maximum lag of a chain's tag for final blocks behind its head. */
const TAG_LAG_MS = 1_200_000

/** Opens an alarm for each chain whose event subscriptions are read too late. */
export const indexerWatcher: Watcher = {
  name: 'indexer',
  kinds: ['indexer_behind'],
  works: ['follow-events'],
  async findCauses({ db }) {
    const rows = await db
      .select({
        chainId: chains.chainId,
        code: chains.code,
        name: chains.name,
        confirmations: chains.confirmations,
        finality: chains.finality,
        blockTimeMs: chains.blockTimeMs,
        head: chainHeads.blockNumber,
        read: chainCursors.blockNumber,
        passDepth: indexerSubscriptions.passDepth,
        fromBlock: min(indexerSubscriptions.fromBlock),
      })
      .from(indexerSubscriptions)
      .innerJoin(chains, eq(chains.chainId, indexerSubscriptions.chainId))
      .innerJoin(chainHeads, eq(chainHeads.chainId, chains.chainId))
      .leftJoin(
        chainCursors,
        and(
          eq(chainCursors.chainId, chains.chainId),
          eq(chainCursors.consumer, 'indexer'),
          eq(chainCursors.depth, indexerSubscriptions.passDepth),
        ),
      )
      .where(isNull(indexerSubscriptions.deletedAt))
      .groupBy(chains.chainId, chainHeads.blockNumber, indexerSubscriptions.passDepth, chainCursors.blockNumber)
      .orderBy(indexerSubscriptions.passDepth)
    return rows.flatMap((row) => {
      const { chainId, code, name, head, fromBlock } = row
      if (head === null || fromBlock === null) return []
      // Blocks before the first subscription are not needed.
      const read = row.read !== null && row.read >= fromBlock ? row.read : fromBlock - 1n
      const behind = head - read
      if (behind <= allowedBlocks(row)) return []
      const message = `Events of ${name} are ${behind} blocks behind: read up to ${read}, the chain is at ${head}`
      return [{ kind: 'indexer_behind' as const, chainId, subject: code, message }]
    })
  },
}

type Rule = Pick<typeof chains.$inferSelect, 'confirmations' | 'finality' | 'blockTimeMs'> & { passDepth: number }

/** The blocks that a reader may be behind the head, as its alarm counts them. */
export function allowedBlocks({ confirmations, finality, blockTimeMs, passDepth }: Rule): bigint {
  const lateMs = finality === 'depth' || passDepth > 0 ? LATE_AFTER_MS : LATE_AFTER_MS + TAG_LAG_MS
  return BigInt(confirmations) + BigInt(Math.ceil(lateMs / blockTimeMs))
}
