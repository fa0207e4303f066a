import { type Hex, isHex } from 'viem'
import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, readAnswer } from '@/server/chains/rpc'
import { toHex } from './read-headers'

const hex = z.custom<Hex>((value) => isHex(value) && value === value.toLowerCase(), 'is no hex')
const quantity = z
  .string()
  .regex(/^0x[0-9a-f]+$/i)
  .transform((text) => BigInt(text))
const block = z.object({
  number: quantity,
  hash: hex,
  parentHash: hex,
  logsBloom: hex.refine((bloom) => bloom.length === 514),
  timestamp: quantity,
})
const log = z.object({
  address: z.custom<Hex>(isHex).transform((text): Hex => `0x${text.slice(2).toLowerCase()}`),
  topics: z.array(hex),
  data: hex,
  blockNumber: quantity,
  blockHash: hex,
  transactionHash: hex,
  logIndex: quantity.transform(Number),
  removed: z.boolean().default(false),
})

/** What of a block's header tells which logs it may hold. */
export type BlockHead = z.output<typeof block>
/** A log, its address in small letters. */
export type ChainLog = z.output<typeof log>

/** What is looked for: logs of any of these contracts with any of these first topics. */
export type Sought = { addresses: readonly Hex[]; topics: readonly Hex[] }

/** Addresses a call: more, and providers refuse. */
const ADDRESSES_PER_CALL = 50

/**
 * The headers of a range, both ends included, and its logs that are sought, asked of one endpoint together; null for a block it does not
 * have. Proves nothing (`judgeRange`). Throws RpcUnavailableError, RpcError (a range that is too large among them).
 */
export async function readLogRange(
  chain: Chain,
  { first, last }: { first: bigint; last: bigint },
  { addresses, topics }: Sought,
): Promise<{ heads: (BlockHead | null)[]; logs: ChainLog[] }> {
  const numbers = Array.from({ length: Number(last - first) + 1 }, (_, n) => first + BigInt(n))
  const range = { fromBlock: toHex(first), toBlock: toHex(last), topics: [topics] }
  const groups = Array.from({ length: Math.ceil(addresses.length / ADDRESSES_PER_CALL) }, (_, n) =>
    addresses.slice(n * ADDRESSES_PER_CALL, (n + 1) * ADDRESSES_PER_CALL),
  )
  const answers = await callRpcBatch(chain, [
    ...numbers.map((number) => ({ method: 'eth_getBlockByNumber', params: [toHex(number), false] })),
    ...groups.map((address) => ({ method: 'eth_getLogs', params: [{ ...range, address }] })),
  ])
  return {
    heads: answers.slice(0, numbers.length).map((answer) => readAnswer(block.nullable(), answer)),
    logs: answers.slice(numbers.length).flatMap((answer) => readAnswer(z.array(log), answer)),
  }
}

/** Every log of one block. Throws RpcUnavailableError, RpcError. */
export async function readBlockLogs(chain: Chain, blockHash: Hex): Promise<ChainLog[]> {
  const [answer] = await callRpcBatch(chain, [{ method: 'eth_getLogs', params: [{ blockHash }] }])
  return readAnswer(z.array(log), answer)
}
