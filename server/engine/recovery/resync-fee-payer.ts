import { z } from 'zod'
import type { ChainFinding } from '@/db/schema/recoveries'
import type { Chain } from '@/server/chains/registry'
import { callEveryEndpoint, callRpc, RpcUnavailableError, readResult } from '@/server/chains/rpc'
import type { WorkerCtx } from '@/server/ctx'
import { recordExecutions } from '@/server/engine/solana/recovery/record-executions'
import { NOTICED_WITHIN_MS } from '@/server/recovery/noticed-within'
import type { Recovery } from '@/server/recovery/record-snapshot'
import { compareFeePayer } from './compare-fee-payer'

/** A blockhash is valid for 150 blocks, and the node that returned it may have been 32 blocks ahead. */
const LANDS_WITHIN_BLOCKS = 182

const height = z.int().nonnegative()
const head = z.object({ absoluteSlot: height, blockHeight: height })

type ComparedWith = {
  /** The chain's finding in the last snapshot. */
  before: ChainFinding | undefined
  recovery: Pick<Recovery, 'enteredAt'>
}

/**
 * Compares a Solana chain with the database. Records the transactions that the fee payer sent after the backup and
 * attaches it to the rows that wait for it, so that no id is signed again. The finding is `ahead` while one of its
 * transactions is not final yet, and while something that was sent before the first snapshot can still be included.
 * Throws RpcUnavailableError, RpcError.
 */
export async function resyncFeePayer(
  ctx: WorkerCtx,
  chain: Chain,
  { before, recovery }: ComparedWith,
): Promise<ChainFinding> {
  const landsUntil = before?.landsUntil ?? (await readHighestBlock(chain)) + LANDS_WITHIN_BLOCKS
  const finding = { chainId: chain.chainId, landsUntil }
  // Read before the transactions: all up to this slot are listed.
  const finalized = { commitment: 'finalized' }
  const { absoluteSlot, blockHeight } = readResult(head, await callRpc(chain, 'getEpochInfo', [finalized]))
  const endedBefore = new Date(recovery.enteredAt.getTime() - NOTICED_WITHIN_MS)
  await recordExecutions(ctx, chain, { minSlot: absoluteSlot, endedBefore })
  const unknown = await compareFeePayer(ctx, chain)
  if (unknown > 0) {
    const transfers = unknown === 1 ? '1 transfer is' : `${unknown} transfers are`
    const detail = `${transfers} on the chain that the database does not know and that are not final yet.`
    return { ...finding, state: 'ahead', detail }
  }
  const left = landsUntil - blockHeight
  if (left < 0) return { ...finding, state: 'level', detail: 'Level with its chain.' }
  const detail = `A transfer that was sent before the restore can still be included, for ${left + 1} blocks.`
  return { ...finding, state: 'ahead', detail }
}

/** The newest block height that any endpoint knows. Throws RpcUnavailableError. */
async function readHighestBlock(chain: Chain): Promise<number> {
  const newest = { method: 'getBlockHeight', params: [{ commitment: 'processed' }] }
  const heights = (await callEveryEndpoint(chain, [newest])).flatMap(({ answers }) => {
    const found = height.safeParse(answers?.[0]?.result)
    return found.success ? [found.data] : []
  })
  if (heights.length === 0) throw new RpcUnavailableError('no endpoint has a block height')
  return Math.max(...heights)
}
