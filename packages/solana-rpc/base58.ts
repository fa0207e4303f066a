import { base58 } from '@scure/base'

const MAX_CACHED = 50_000
const cache = new Map<string, string>()

/** Base58 text of bytes; the same few keys recur, so they are cached. */
export function toBase58(bytes: Uint8Array): string {
  if (bytes.length !== 32) return base58.encode(bytes)
  const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const found = cache.get(key)
  if (found) return found
  if (cache.size >= MAX_CACHED) cache.clear()
  const text = base58.encode(bytes)
  cache.set(key, text)
  return text
}

export function fromBase58(text: string): Uint8Array {
  return base58.decode(text)
}
