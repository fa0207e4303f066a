import { z } from 'zod'
import { toHex } from '@/server/chains/evm/read-headers'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, RpcError, readAnswer } from '@/server/chains/rpc'

const hex = z.string().regex(/^0x[0-9a-f]+$/i)
const quantity = hex.transform((text) => BigInt(text))
export type Log = { address: string; topics: string[]; data: string }

const receiptShape = z.object({
  transactionHash: hex,
  status: quantity,
  gasUsed: quantity,
  effectiveGasPrice: quantity.default(0n),
  /** OP-stack chains charge for data on the first layer, in addition to gas. */
  l1Fee: quantity.nullish(),
  blockNumber: quantity,
  blockHash: hex,
  logs: z.custom<Log[]>((value) => Array.isArray(value)).default([]),
})

export type Receipt = {
  txHash: string
  succeeded: boolean
  gasUsed: bigint
  feeWei: bigint
  blockNumber: bigint
  blockHash: string
  logs: Log[]
}

/** All receipts of a range of blocks, or null if the node has no such method, or lacks one of the blocks. */
export async function readBlockReceipts(chain: Chain, from: bigint, to: bigint): Promise<Receipt[] | null> {
  const calls = []
  for (let block = from; block <= to; block++) calls.push({ method: 'eth_getBlockReceipts', params: [toHex(block)] })
  const receipts: Receipt[] = []
  for (const answer of await callRpcBatch(chain, calls)) {
    if (answer.error && isUnsupported(new RpcError(answer.error))) return null
    const block = readAnswer(z.array(receiptShape).nullable(), answer)
    if (block === null) return null
    for (const receipt of block) receipts.push(toReceipt(receipt))
  }
  return receipts
}

/** Receipts by hash, without transactions that are not mined. */
export async function readReceipts(chain: Chain, hashes: string[]): Promise<Map<string, Receipt>> {
  if (hashes.length === 0) return new Map()
  const answers = await callRpcBatch(chain, hashes.map(receiptCall))
  const found = answers.flatMap((answer) => {
    const receipt = readAnswer(receiptShape.nullable(), answer)
    return receipt ? [toReceipt(receipt)] : []
  })
  return new Map(found.map((receipt) => [receipt.txHash, receipt]))
}

/** The RPC call for one receipt; its result is null if no block contains the transaction. */
export function receiptCall(hash: string) {
  return { method: 'eth_getTransactionReceipt', params: [hash] }
}

function toReceipt(receipt: z.output<typeof receiptShape>): Receipt {
  return {
    txHash: receipt.transactionHash.toLowerCase(),
    succeeded: receipt.status === 1n,
    gasUsed: receipt.gasUsed,
    feeWei: receipt.gasUsed * receipt.effectiveGasPrice + (receipt.l1Fee ?? 0n),
    blockNumber: receipt.blockNumber,
    blockHash: receipt.blockHash,
    logs: receipt.logs,
  }
}

function isUnsupported(error: RpcError): boolean {
  return error.code === -32601 || /not (found|supported|available)|unsupported/i.test(error.message)
}
