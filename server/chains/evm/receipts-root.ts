import type { Hex } from 'viem'
import { createTimeSlicer } from '@/server/create-time-slicer'
import { keccak } from './keccak'
import { encodeRlp, type RlpItem, rlpNumber } from './rlp'

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
  // Before deposits had a version, nodes reported a nonce that is not part of the root.
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

const EMPTY = new Uint8Array(0)
const HASH_BYTES = 32

type Entry = { path: Uint8Array; value: Uint8Array }

/**
 * The root of the Merkle Patricia trie that holds a list under its indexes, as block headers have it of transactions
 * and receipts.
 */
async function trieRootOf(values: readonly Uint8Array[]): Promise<Hex> {
  const root = values.length === 0 ? EMPTY : await nodeOf({ entries: entriesOf(values), depth: 0 }, createTimeSlicer())
  return `0x${Buffer.from(keccak(encodeRlp(root))).toString('hex')}`
}

function entriesOf(values: readonly Uint8Array[]): Entry[] {
  return values.map((value, index) => ({ path: nibblesOf(encodeRlp(rlpNumber(index))), value }))
}

type Part = { entries: readonly Entry[]; depth: number }
type Pause = () => Promise<void>

/**
 * The node that holds these entries, of whose paths the first `depth` nibbles lead to it. A large block takes many
 * slices.
 */
async function nodeOf({ entries, depth }: Part, pause: Pause): Promise<readonly RlpItem[]> {
  await pause()
  const [first] = entries
  if (!first) throw new Error('a trie has no empty nodes')
  if (entries.length === 1) return [encodePath(first.path.subarray(depth), true), first.value]
  const shared = sharedLength(entries, depth)
  if (shared > depth) {
    const below = await nodeOf({ entries, depth: shared }, pause)
    return [encodePath(first.path.subarray(depth, shared), false), refer(below)]
  }
  const branches = Array.from({ length: 16 }, (): Entry[] => [])
  for (const entry of entries) branches[entry.path[depth] ?? 0]?.push(entry)
  const items: RlpItem[] = []
  for (const some of branches) {
    items.push(some.length === 0 ? EMPTY : refer(await nodeOf({ entries: some, depth: depth + 1 }, pause)))
  }
  // No RLP-encoded index is a prefix of another, so no value ends at a branch.
  return [...items, EMPTY]
}

/** A node in its parent: itself if it is short, else its hash. */
function refer(node: readonly RlpItem[]): RlpItem {
  const encoded = encodeRlp(node)
  return encoded.length < HASH_BYTES ? node : keccak(encoded)
}

function sharedLength(entries: readonly Entry[], from: number): number {
  const [first] = entries
  let length = from
  while (first && length < first.path.length && entries.every(({ path }) => path[length] === first.path[length]))
    length++
  return length
}

function encodePath(path: Uint8Array, isLeaf: boolean): Uint8Array {
  const flag = (isLeaf ? 2 : 0) + (path.length % 2)
  const nibbles = path.length % 2 === 0 ? [flag, 0, ...path] : [flag, ...path]
  return Uint8Array.from(
    { length: nibbles.length / 2 },
    (_, n) => ((nibbles[2 * n] ?? 0) << 4) | (nibbles[2 * n + 1] ?? 0),
  )
}

function nibblesOf(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from([...bytes].flatMap((byte) => [byte >> 4, byte & 15]))
}
