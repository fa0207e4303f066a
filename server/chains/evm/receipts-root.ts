import type { Hex } from 'viem'
import { createTimeSlicer } from '@/server/create-time-slicer'
import { encodeRlp, type RlpItem, rlpNumber } from './rlp'
import { trieRootOf } from './trie-root'

/** The fields of a receipt that the receipts root of its block's header proves. */
type RootedReceipt = {
  type: bigint
  /** Before Byzantium a receipt had a state root instead. */
  status: bigint | null
  root: Hex | null
  cumulativeGasUsed: bigint
  logsBloom: Hex
  logs: readonly { address: Hex; topics: readonly Hex[]; data: Hex }[]
  /** Set for deposits of the first layer on an OP Stack chain. */
  depositNonce: bigint | null
  depositReceiptVersion: bigint | null
}

/** The `receiptsRoot` of a block with these receipts, in their order. */
export async function receiptsRootOf(receipts: readonly RootedReceipt[]): Promise<Hex> {
  const pause = createTimeSlicer()
  const encoded: Uint8Array[] = []
  for (const receipt of receipts) {
    await pause()
    encoded.push(encodeReceipt(receipt))
  }
  return trieRootOf(encoded)
}

function encodeReceipt(receipt: RootedReceipt): Uint8Array {
  const { type, status, root, cumulativeGasUsed, logsBloom, logs, depositReceiptVersion } = receipt
  const outcome = status === null && root !== null ? bytesOf(root) : rlpNumber(status ?? 0n)
  // Before deposits had a version, nodes reported a nonce that the root did not include.
  const deposit =
    depositReceiptVersion === null ? [] : [rlpNumber(receipt.depositNonce ?? 0n), rlpNumber(depositReceiptVersion)]
  const body = encodeRlp([outcome, rlpNumber(cumulativeGasUsed), bytesOf(logsBloom), logs.map(toItem), ...deposit])
  return type === 0n ? body : Buffer.concat([rlpNumber(type), body])
}

function toItem({ address, topics, data }: RootedReceipt['logs'][number]): RlpItem {
  return [bytesOf(address), topics.map(bytesOf), bytesOf(data)]
}

/** A trailing half byte is not read, and the root then differs. */
function bytesOf(hex: Hex): Uint8Array {
  return Buffer.from(hex.slice(2), 'hex')
}
