import { type Cursor, moveCursor } from '@/server/chains/cursor'
import { findRebuilt } from '@/server/chains/follow-blocks'
import type { Chain } from '@/server/chains/registry'
import { RpcUnavailableError } from '@/server/chains/rpc'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { logger } from '@/server/logger'
import { readHashes } from './read-hashes'

/** Where none of the blocks that are remembered stands any more, so many are read again. */
const DEEPEST = 256n

type Lost = { cursor: Cursor /** Nobody asks for what is below. */; lowest: bigint }

/**
 * A chain was rebuilt below what was read; for who reads final blocks only, deeper than its own rule holds for possible. The cursor goes back to the newest block that is known
 * to stand; whoever reads on from there finds what is gone and what took its place (`storeRange`). Throws LeaseLostError, RpcUnavailableError.
 */
export async function takeBack(ctx: WorkerCtx, chain: Chain, { cursor, lowest }: Lost): Promise<void> {
  const rebuiltFrom = await findRebuilt(ctx, chain, cursor, { head: cursor.head, isParted: true })
  if (rebuiltFrom === null) throw new RpcUnavailableError('the chain parted from what was read, and stands again')
  const deepest = cursor.head - DEEPEST > lowest ? cursor.head - DEEPEST : lowest
  const head = rebuiltFrom === 0n ? deepest : rebuiltFrom - 1n
  const [hash = null] = rebuiltFrom === 0n ? [] : await readHashes(chain, [head])
  const back = { ...cursor, head, hash, rebuiltFrom: head + 1n }
  await inWorker(({ db }) => moveCursor(db, back, { head: cursor.head, hash: cursor.hash }))
  const isBroken = cursor.finalBlock !== null && head < cursor.finalBlock
  if (isBroken)
    logger().warn({ chainId: chain.chainId, block: head.toString() }, 'a chain was rebuilt below its final block')
}
