import { invalidParams } from './rpc-error'

export type ByteReader = {
  peek: () => number
  byte: () => number
  take: (length: number) => Uint8Array
  /** A short-vec of items, each read by `item`. */
  list: <T>(item: () => T) => T[]
  /** A short-vec of bytes. */
  bytes: () => Uint8Array
  /** Refuses the remaining bytes. */
  end: () => void
}

/**
 * Walks over the bytes of a transaction; reading past their end or a length in a longer form than needed throws -32602.
 */
export function byteReader(bytes: Uint8Array): ByteReader {
  let offset = 0
  const fail = (why: string) =>
    invalidParams(`failed to deserialize solana_transaction::versioned::VersionedTransaction: ${why}`)
  const take = (length: number): Uint8Array => {
    if (offset + length > bytes.length) throw fail('io error: failed to fill whole buffer')
    offset += length
    return bytes.subarray(offset - length, offset)
  }
  const byte = (): number => take(1)[0] ?? 0
  const length = (): number => {
    let value = 0
    for (let position = 0; position < 3; position++) {
      const part = byte()
      value |= (part & 0x7f) << (7 * position)
      if (part === 0 && position > 0) throw fail('alias encoding')
      if (part >= 0x80) continue
      if (value > 0xffff) break
      return value
    }
    throw fail('byte three continues')
  }
  return {
    peek: () => {
      const first = bytes[offset]
      if (first === undefined) throw fail('io error: failed to fill whole buffer')
      return first
    },
    byte,
    take,
    list: (item) => {
      const count = length()
      return Array.from({ length: Math.min(count, bytes.length + 1) }, item)
    },
    bytes: () => take(length()),
    end: () => {
      if (offset !== bytes.length) throw fail('trailing bytes')
    },
  }
}
