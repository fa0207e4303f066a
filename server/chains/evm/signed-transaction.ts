import { formatTransaction, getAddress, keccak256, type RpcTransaction, serializeTransaction, toBytes } from 'viem'
import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, readAnswer } from '@/server/chains/rpc'
import { quantity } from './read-latest-quantities'

const hex = z.string().regex(/^0x[0-9a-f]*$/i)
const address = hex.transform((text) => getAddress(text))

/** A transaction as nodes report it, with all fields of its type. */
const rpcTransaction = z.looseObject({
  hash: hex,
  from: address,
  nonce: quantity,
  to: address.nullish(),
  value: quantity,
  input: hex,
  gas: quantity,
  gasPrice: quantity.nullish(),
  maxFeePerGas: quantity.nullish(),
  maxPriorityFeePerGas: quantity.nullish(),
})

/** A signed transaction that a node knows, with its bytes. */
export type SignedTransaction = {
  hash: string
  fromAddress: string
  nonce: number
  /** Null creates a contract. */
  to: string | null
  value: bigint
  data: string
  gasLimit: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  raw: Uint8Array
}

/**
 * Signed transactions by hash, without those that the node does not know or whose form cannot be encoded. Throws
 * RpcUnavailableError, RpcError.
 */
export async function readSignedTransactions(
  chain: Chain,
  hashes: readonly string[],
): Promise<Map<string, SignedTransaction>> {
  const answers = await callRpcBatch(
    chain,
    hashes.map((hash) => ({ method: 'eth_getTransactionByHash', params: [hash] })),
  )
  const found = answers.flatMap((answer) => {
    const reported = readAnswer(z.looseObject({}).nullable(), answer)
    const signed = reported === null ? null : toSignedTransaction(reported)
    return signed === null ? [] : [signed]
  })
  return new Map(found.map((signed) => [signed.hash, signed]))
}

/** Null if its bytes are not those of its hash: a form of transaction that this code never signs. */
export function toSignedTransaction(reported: Record<string, unknown>): SignedTransaction | null {
  const raw = rawOf(reported)
  const { success, data } = rpcTransaction.safeParse(reported)
  if (!success || raw === null || keccak256(raw) !== data.hash.toLowerCase()) return null
  return {
    hash: data.hash.toLowerCase(),
    fromAddress: data.from,
    nonce: Number(data.nonce),
    to: data.to ?? null,
    value: data.value,
    data: data.input.toLowerCase(),
    gasLimit: data.gas,
    maxFeePerGas: data.maxFeePerGas ?? data.gasPrice ?? 0n,
    maxPriorityFeePerGas: data.maxPriorityFeePerGas ?? data.gasPrice ?? 0n,
    raw,
  }
}

function rawOf(reported: Record<string, unknown>): Uint8Array | null {
  try {
    // its hash proves the content
    const { r, s, v, yParity, input, ...rest } = formatTransaction(reported as Partial<RpcTransaction>)
    const signature = { r, s, v, yParity } as Parameters<typeof serializeTransaction>[1] // likewise
    return toBytes(
      serializeTransaction({ ...rest, data: input } as Parameters<typeof serializeTransaction>[0], signature),
    )
  } catch {
    return null
  }
}
