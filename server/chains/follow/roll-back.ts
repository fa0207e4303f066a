import { z } from 'zod'
import { raiseAlarm } from '@/server/alarms/raise-alarm'
import { type Cursor, moveCursor } from '@/server/chains/cursor'
import { toHex } from '@/server/chains/evm/read-headers'
import { findReorg } from '@/server/chains/follow-blocks'
import type { Chain } from '@/server/chains/registry'
import { callEveryEndpoint, RpcUnavailableError } from '@/server/chains/rpc'
import { blockhashCall } from '@/server/chains/solana/read-blocks'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { readHashes } from './read-hashes'

/** The number of blocks that are read again if the chain has none of the remembered blocks any more. */
const DEEPEST = 256n

/** The time in which slower nodes can contradict the first answer. */
const MAX_WAIT_MS = 2_000
/** As each family calls it. */
const hashOf = z.union([
  z.object({ hash: z.string() }).transform(({ hash }) => hash),
  z.object({ blockhash: z.string() }).transform(({ blockhash }) => blockhash),
])

type Lost = { cursor: Cursor /** Blocks below are not needed. */; lowest: bigint }

/**
 * Handles a reorg below what was read. The cursor goes back to the newest remembered block that the chain still has;
 * the next reader finds the removed blocks and their replacements (`storeRange`). Does nothing while a node still has
 * the last block read and blocks above it. If final blocks were removed, it raises an alarm. Throws LeaseLostError,
 * RpcUnavailableError.
 */
export async function rollBack(ctx: WorkerCtx, chain: Chain, { cursor, lowest }: Lost): Promise<void> {
  await requireGone(chain, cursor)
  const reorgedFrom = await findReorg(ctx, chain, cursor, { head: cursor.head, hasDiverged: true })
  if (reorgedFrom === null) throw new RpcUnavailableError('the chain diverged from the read blocks, and agrees again')
  const deepest = cursor.head - DEEPEST > lowest ? cursor.head - DEEPEST : lowest
  const head = reorgedFrom === 0n ? deepest : reorgedFrom - 1n
  const [hash = null] = reorgedFrom === 0n ? [] : await readHashes(chain, [head])
  const back = { ...cursor, head, hash, reorgedFrom: head + 1n }
  await inWorker(async ({ db }) => {
    await moveCursor(db, back, { from: { head: cursor.head, hash: cursor.hash } })
    if (cursor.finalBlock === null || head >= cursor.finalBlock) return
    const message = `${chain.name} replaced blocks that were final by its rule, from ${head + 1n} on: their events are reverted`
    await raiseAlarm(db, { kind: 'finality_broken', chainId: chain.chainId, subject: chain.code, message })
  })
}

/** A node on its own fork makes a chain look reorged: while another node builds on the block, the block is valid. */
async function requireGone(chain: Chain, { head, hash }: Cursor): Promise<void> {
  const onEvm = { method: 'eth_getBlockByNumber', params: [toHex(head), false] }
  const call = chain.chainType === 'SOLANA' ? blockhashCall(head) : onEvm
  const responses = await callEveryEndpoint(chain, [call], MAX_WAIT_MS)
  const keeper = responses.find(({ head: newest, answers }) => {
    const { data: found } = hashOf.safeParse(answers?.[0]?.result)
    return newest !== null && newest > head && found === hash
  })
  if (keeper)
    throw new RpcUnavailableError(
      `block ${head} was replaced according to one node, and not according to ${keeper.endpoint}`,
    )
}
