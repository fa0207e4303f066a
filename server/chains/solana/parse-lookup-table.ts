import { toBase58 } from './base58'
import type { SolanaAccount } from './read-accounts'

const PROGRAM = 'AddressLookupTab1e1111111111111111111111111'
/** The four bytes with which an initialized table begins. */
const INITIALIZED = 1
const HEADER_BYTES = 56
const ADDRESS_BYTES = 32

/**
 * The addresses of a lookup table, by index; null for any other account. A table only grows: an index keeps its address
 * for good, and a closed table's address is never used again.
 */
export function parseLookupTable({ owner, data }: SolanaAccount): string[] | null {
  if (owner !== PROGRAM || data.length < HEADER_BYTES || Buffer.from(data).readUInt32LE(0) !== INITIALIZED) return null
  const count = Math.floor((data.length - HEADER_BYTES) / ADDRESS_BYTES)
  return Array.from({ length: count }, (_, index) => {
    const at = HEADER_BYTES + index * ADDRESS_BYTES
    return toBase58(data.subarray(at, at + ADDRESS_BYTES))
  })
}
