import { type Hex, keccak256 } from 'viem'
import { encodeRlp, type RlpItem, rlpNumber } from './rlp'

const EMPTY = new Uint8Array(0)
const HASH_BYTES = 32

type Entry = { path: readonly number[]; value: Uint8Array }

/** The root of the Merkle Patricia trie that holds a list under its indexes, as block headers have it of transactions and receipts. */
export function trieRootOf(values: readonly Uint8Array[]): Hex {
  if (values.length === 0) return keccak256(encodeRlp(EMPTY))
  const entries = values.map((value, index) => ({ path: nibblesOf(encodeRlp(rlpNumber(index))), value }))
  return keccak256(encodeRlp(nodeOf(entries, 0)))
}

/** The node that holds these entries, of whose paths the first `depth` nibbles lead to it. */
function nodeOf(entries: readonly Entry[], depth: number): readonly RlpItem[] {
  const [first] = entries
  if (!first) throw new Error('a trie has no empty nodes')
  if (entries.length === 1) return [encodePath(first.path.slice(depth), true), first.value]
  const shared = sharedLength(entries, depth)
  if (shared > depth) return [encodePath(first.path.slice(depth, shared), false), refer(nodeOf(entries, shared))]
  const children = Array.from({ length: 16 }, (_, nibble): RlpItem => {
    const below = entries.filter(({ path }) => path[depth] === nibble)
    return below.length === 0 ? EMPTY : refer(nodeOf(below, depth + 1))
  })
  // No index in RLP is the beginning of another one: nothing ends at a branch.
  return [...children, EMPTY]
}

/** A node in its parent: itself if it is short, else its hash. */
function refer(node: readonly RlpItem[]): RlpItem {
  const encoded = encodeRlp(node)
  return encoded.length < HASH_BYTES ? node : keccak256(encoded, 'bytes')
}

function sharedLength(entries: readonly Entry[], from: number): number {
  const [first] = entries
  let length = from
  while (first && length < first.path.length && entries.every(({ path }) => path[length] === first.path[length]))
    length++
  return length
}

function encodePath(path: readonly number[], isLeaf: boolean): Uint8Array {
  const flag = (isLeaf ? 2 : 0) + (path.length % 2)
  const nibbles = path.length % 2 === 0 ? [flag, 0, ...path] : [flag, ...path]
  return Uint8Array.from(
    { length: nibbles.length / 2 },
    (_, n) => ((nibbles[2 * n] ?? 0) << 4) | (nibbles[2 * n + 1] ?? 0),
  )
}

function nibblesOf(bytes: Uint8Array): number[] {
  return [...bytes].flatMap((byte) => [byte >> 4, byte & 15])
}
