import { z } from 'zod'
import { quantity } from '@/server/chains/evm/read-at-head'
import { toHex } from '@/server/chains/evm/read-headers'
import type { Chain } from '@/server/chains/registry'
import { callRpc, RpcUnavailableError } from '@/server/chains/rpc'

const evmBlock = z.object({ hash: z.string(), timestamp: quantity }).nullable()

type Block = { number: bigint; hash: string }

/** When a final block was made, by its own word. Throws RpcUnavailableError, RpcError. */
export async function readBlockTime(chain: Chain, { number, hash }: Block): Promise<Date> {
  if (chain.chainType === 'SOLANA') {
    const seconds = z.int().parse(await callRpc(chain, 'getBlockTime', [Number(number)]))
    return new Date(seconds * 1_000)
  }
  const block = evmBlock.parse(await callRpc(chain, 'eth_getBlockByNumber', [toHex(number), false]))
  if (block?.hash !== hash) throw new RpcUnavailableError(`block ${number} is not the one that was read`)
  return new Date(Number(block.timestamp) * 1_000)
}
