import { z } from 'zod'
import { readHeadBlock } from './evm/read-headers'
import type { Chain } from './registry'
import { callRpcBatch, readAnswer } from './rpc'

const slot = z.int().nonnegative().transform(BigInt)

/** The newest block of a chain, on Solana the newest finalized slot. Throws RpcUnavailableError, RpcError. */
export async function readHead(chain: Chain): Promise<bigint> {
  if (chain.chainType === 'EVM') return readHeadBlock(chain)
  const [answer] = await callRpcBatch(chain, [{ method: 'getSlot', params: [{ commitment: 'finalized' }] }])
  return readAnswer(slot, answer)
}
