import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, readAnswer } from '@/server/chains/rpc'
import { blockhashCall, hashIn } from './read-blocks'

const slot = z.int().nonnegative().transform(BigInt)

/**
 * The newest slot that one endpoint considers final, and its hashes for the blocks of these slots, read together; null
 * for a slot without a block. Throws RpcUnavailableError, RpcError.
 */
export async function readSolanaFinality(chain: Chain, slots: readonly bigint[]) {
  const final = { method: 'getSlot', params: [{ commitment: 'finalized' }] }
  const [newest, ...answers] = await callRpcBatch(chain, [final, ...slots.map(blockhashCall)])
  return { finalBlock: readAnswer(slot, newest), hashes: answers.map(hashIn) }
}
