import { bytesToHex, type Hex } from 'viem'
import { keccak } from './keccak'

const BLOOM_BYTES = 256
const EMPTY: Hex = `0x${'00'.repeat(BLOOM_BYTES)}`

type Bloomed = { address: Hex; topics: readonly Hex[] }

/** The bloom a block's header has over these logs: the three bits of each address and each topic. */
export function bloomOf(logs: readonly Bloomed[]): Hex {
  const bloom = new Uint8Array(BLOOM_BYTES)
  for (const word of new Set(logs.flatMap(({ address, topics }) => [address, ...topics].map(lower))))
    for (const { byte, bit } of bitsOf(word)) bloom[byte] = (bloom[byte] ?? 0) | bit
  return bytesToHex(bloom)
}

/**
 * Whether every bit of a header's bloom comes from these logs. If one does not, logs are missing. More than the header
 * vouches for may be there.
 */
export function explainsBloom(logs: readonly Bloomed[], bloom: Hex): boolean {
  const known = bytesOf(bloomOf(logs))
  return bytesOf(bloom).every((byte, at) => (byte & ~(known[at] ?? 0)) === 0)
}

/**
 * Whether a block with this bloom may hold a log of one of these addresses with one of these first topics. False is
 * certain.
 */
export function mayContainLogs(bloom: Hex, addresses: readonly Hex[], topics: readonly Hex[]): boolean {
  if (bloom === EMPTY) return false
  const bytes = bytesOf(bloom)
  const has = (word: Hex) => bitsOf(lower(word)).every(({ byte, bit }) => ((bytes[byte] ?? 0) & bit) !== 0)
  return addresses.some(has) && topics.some(has)
}

/** Hashed once: every block is searched for the same few addresses and topics. */
const cache = new Map<Hex, readonly Bit[]>()
const MAX_CACHED = 100_000
type Bit = { byte: number; bit: number }

function bitsOf(word: Hex): readonly Bit[] {
  const before = cache.get(word)
  if (before) return before
  const hash = keccak(bytesOf(word))
  const bits = [0, 2, 4].map((at): Bit => {
    const position = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2_047
    return { byte: BLOOM_BYTES - 1 - (position >> 3), bit: 1 << (position & 7) }
  })
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(word, bits)
  return bits
}

function lower(word: Hex): Hex {
  return `0x${word.slice(2).toLowerCase()}`
}

function bytesOf(hex: Hex): Uint8Array {
  return Buffer.from(hex.slice(2), 'hex')
}
