import { and, eq } from 'drizzle-orm'
import { type ChainConsumer, chainCursors } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'

/** A block that a consumer has read, as it read it. */
export type ReadPosition = { block: bigint; hash: string }

/**
 * The last block whose content a consumer of a chain has stored; null before its first, and while it looks for the
 * start of a reorg.
 */
export async function findReadPosition(
  { db }: Pick<WorkerCtx, 'db'>,
  { chainId, consumer }: { chainId: number; consumer: ChainConsumer },
): Promise<ReadPosition | null> {
  const [row] = await db
    .select({ block: chainCursors.blockNumber, hash: chainCursors.blockHash })
    .from(chainCursors)
    .where(and(eq(chainCursors.chainId, chainId), eq(chainCursors.consumer, consumer), eq(chainCursors.depth, 0)))
  return row && row.hash !== null ? { block: row.block, hash: row.hash } : null
}
