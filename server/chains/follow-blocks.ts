import { and, desc, eq, gte, lte } from 'drizzle-orm'
import { chainBlocks } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import type { Cursor } from './cursor'
import { readHeadBlock, readHeaders } from './evm/read-headers'
import { readHashes } from './follow/read-hashes'
import type { Chain } from './registry'

/** The changes of a chain since a consumer last read it. */
type Step = {
  /** The consumer's cursor after this step; `moveCursor` stores it. It is the same object if nothing is new. */
  cursor: Cursor
  /** Blocks to read, both ends included; null if none is new or there are too many to read one by one (`isFar`). */
  blocks: { first: bigint; last: bigint } | null
  /**
   * The lowest block that may have been replaced; it and all later blocks must be read again. 0 if the chain diverged
   * below every remembered block.
   */
  reorgedFrom: bigint | null
  /**
   * The head is below the cursor (a chain that was rolled back, or a node that lags), or further above it than the
   * consumer reads block by block.
   */
  isFar: boolean
}

/**
 * Reads the head of an EVM chain, and which blocks are new for a cursor. `most` is the maximum of blocks that the
 * consumer reads one by one; if there are more, it finds changes in another way. Null never skips a block. Writes
 * nothing; the caller moves the cursor. Throws RpcUnavailableError, RpcError.
 */
export async function followBlocks(ctx: WorkerCtx, chain: Chain, cursor: Cursor, most: bigint | null): Promise<Step> {
  const head = await readHeadBlock(chain)
  if (head === cursor.head && cursor.finalBlock !== null)
    return { cursor, blocks: null, reorgedFrom: null, isFar: false }
  const isBehind = head < cursor.head
  const tag = chain.finality === 'depth' ? head : chain.finality
  const [known, newest, final] = await readHeaders(chain, [isBehind ? head : cursor.head, head, tag])
  const hasDiverged = isBehind || (cursor.hash !== null && known?.hash !== cursor.hash)
  const reorgedFrom = await findReorg(ctx, chain, cursor, { head, hasDiverged })
  const isFar = isBehind || (most !== null && head - cursor.head > most)
  return {
    cursor: {
      ...cursor,
      head,
      hash: newest?.hash ?? null,
      finalBlock: finalBlockOf(chain, head, final?.number ?? null),
      reorgedFrom,
    },
    blocks: isFar || head === cursor.head ? null : { first: cursor.head + 1n, last: head },
    reorgedFrom,
    isFar,
  }
}

/** The last block that can no longer change under the chain's policy. */
export function finalBlockOf(
  { finality, confirmations }: Pick<Chain, 'finality' | 'confirmations'>,
  head: bigint,
  tagged: bigint | null,
): bigint {
  if (finality === 'depth') return head - BigInt(confirmations) + 1n
  return tagged ?? -1n
}

/**
 * The lowest block that may have been replaced: the one above the newest remembered block that is still on the chain; 0
 * if none is. Throws RpcUnavailableError, RpcError.
 */
export async function findReorg(
  ctx: WorkerCtx,
  chain: Chain,
  cursor: Cursor,
  { head, hasDiverged }: { head: bigint; hasDiverged: boolean },
): Promise<bigint | null> {
  if (!hasDiverged && cursor.highest <= cursor.head) return null
  // If the cursor's own block is still on the chain, all blocks below it are.
  const remembered = await readRemembered(ctx, cursor, { from: hasDiverged ? 0n : cursor.head + 1n, to: head })
  const hashes = await readHashes(
    chain,
    remembered.map(({ number }) => number),
  )
  const found = remembered.find(({ hash }, index) => hashes[index] === hash)?.number
  const lastValid = found ?? (hasDiverged ? null : cursor.head)
  if (lastValid === null) return cursor.hash === null ? null : 0n
  const lastRead = head < cursor.highest ? head : cursor.highest
  return lastValid < lastRead ? lastValid + 1n : null
}

/** Newest first. */
function readRemembered(
  { db }: WorkerCtx,
  { chainId, consumer, depth }: Cursor,
  { from, to }: { from: bigint; to: bigint },
) {
  return db
    .select({ number: chainBlocks.number, hash: chainBlocks.hash })
    .from(chainBlocks)
    .where(
      and(
        eq(chainBlocks.chainId, chainId),
        eq(chainBlocks.consumer, consumer),
        eq(chainBlocks.depth, depth),
        gte(chainBlocks.number, from),
        lte(chainBlocks.number, to),
      ),
    )
    .orderBy(desc(chainBlocks.number))
}
