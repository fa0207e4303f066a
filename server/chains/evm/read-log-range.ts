import { type Hex, isHex } from 'viem'
import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, readAnswer } from '@/server/chains/rpc'
import { toHex } from './read-headers'

const hex = z.custom<Hex>((value) => isHex(value) && value === value.toLowerCase(), 'is not hex')
const quantity = z
  .string()
  .regex(/^0x[0-9a-f]+$/i)
  .transform((text) => BigInt(text))
const block = z.object({
  number: quantity,
  hash: hex,
  parentHash: hex,
  logsBloom: hex.refine((bloom) => bloom.length === 514),
  receiptsRoot: hex.optional(),
  timestamp: quantity,
})
const address = z.custom<Hex>(isHex).transform((text): Hex => `0x${text.slice(2).toLowerCase()}`)
const log = z.object({
  address,
  topics: z.array(hex),
  data: hex,
  blockNumber: quantity,
  blockHash: hex,
  transactionHash: hex,
  logIndex: quantity.transform(Number),
  removed: z.boolean().default(false),
})

/** The transactions root of a block without transactions; some chains have no such root and report zeros. */
const NO_TRANSACTIONS = ['0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421', `0x${'00'.repeat(32)}`]
const fullBlock = block
  .extend({
    transactionsRoot: hex,
    transactions: z.array(
      z.object({ hash: hex, blockHash: hex, from: address, to: address.nullish(), value: quantity }),
    ),
  })
  .refine(
    ({ hash, transactions }) => transactions.every(({ blockHash }) => blockHash === hash),
    'a transaction is of another block',
  )
  .refine(
    ({ transactions, transactionsRoot }) => transactions.length > 0 || NO_TRANSACTIONS.includes(transactionsRoot),
    'its transactions were left out',
  )

/** The parts of a block's header that show which logs it may hold. */
export type BlockHead = z.output<typeof block>
/** A block with its transactions; addresses in lowercase. */
export type FullBlock = z.output<typeof fullBlock>
/** The part of each block that is requested. */
export type BlockForm<Block extends BlockHead> = { isFull: boolean; schema: z.ZodType<Block> }
export const HEADERS: BlockForm<BlockHead> = { isFull: false, schema: block }
export const FULL_BLOCKS: BlockForm<FullBlock> = { isFull: true, schema: fullBlock }
/** A log, its address in lowercase. */
export type ChainLog = z.output<typeof log>

/** The wanted logs: of any of these contracts, with any of these first topics. */
export type ChainLogFilter = { addresses: readonly Hex[]; topics: readonly Hex[] }

/** The addresses of one call: providers refuse more. */
const ADDRESSES_PER_CALL = 50

/**
 * The blocks of a range, both ends included, and its wanted logs, requested together from one endpoint; null for a
 * block that it does not have. Proves nothing (`judgeRange`). Throws RpcUnavailableError, and RpcError, also for a
 * range that is too large.
 */
export async function readLogRange<Block extends BlockHead>(
  chain: Chain,
  { first, last, form }: { first: bigint; last: bigint; form: BlockForm<Block> },
  { addresses, topics }: ChainLogFilter,
): Promise<{ heads: (Block | null)[]; logs: ChainLog[] }> {
  const numbers = Array.from({ length: Number(last - first) + 1 }, (_, n) => first + BigInt(n))
  const range = { fromBlock: toHex(first), toBlock: toHex(last), topics: [topics] }
  const groups = Array.from({ length: Math.ceil(addresses.length / ADDRESSES_PER_CALL) }, (_, n) =>
    addresses.slice(n * ADDRESSES_PER_CALL, (n + 1) * ADDRESSES_PER_CALL),
  )
  const answers = await callRpcBatch(chain, [
    ...numbers.map((number) => ({ method: 'eth_getBlockByNumber', params: [toHex(number), form.isFull] })),
    ...groups.map((address) => ({ method: 'eth_getLogs', params: [{ ...range, address }] })),
  ])
  return {
    heads: answers.slice(0, numbers.length).map((answer) => readAnswer(form.schema.nullable(), answer)),
    logs: answers.slice(numbers.length).flatMap((answer) => readAnswer(z.array(log), answer)),
  }
}

/** Every log of each of these blocks. Throws RpcUnavailableError, RpcError. */
export async function readBlockLogs(chain: Chain, blocks: readonly BlockHead[]): Promise<ChainLog[][]> {
  const answers = await callRpcBatch(
    chain,
    blocks.map(({ hash }) => ({ method: 'eth_getLogs', params: [{ blockHash: hash }] })),
  )
  return answers.map((answer) => readAnswer(z.array(log), answer))
}

const receipt = z
  .object({
    type: quantity.default(0n),
    status: quantity.nullish(),
    root: hex.nullish(),
    cumulativeGasUsed: quantity,
    logsBloom: hex,
    blockHash: hex,
    logs: z.array(log),
    depositNonce: quantity.nullish(),
    depositReceiptVersion: quantity.nullish(),
  })
  .transform(({ status = null, root = null, depositNonce = null, depositReceiptVersion = null, ...rest }) => ({
    ...rest,
    ...{ status, root, depositNonce, depositReceiptVersion },
  }))
export type BlockReceipt = z.output<typeof receipt>

/** The receipts of each of these blocks; null if the node does not return them. Throws RpcUnavailableError. */
export async function readReceiptsOf(chain: Chain, blocks: readonly BlockHead[]): Promise<(BlockReceipt[] | null)[]> {
  const answers = await callRpcBatch(
    chain,
    blocks.map(({ number }) => ({ method: 'eth_getBlockReceipts', params: [toHex(number)] })),
  )
  return answers.map((answer) => {
    const { success, data } = z.array(receipt).safeParse(answer.result)
    return success && !answer.error ? data : null
  })
}
