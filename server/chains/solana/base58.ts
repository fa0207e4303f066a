import { base58 } from '@scure/base'
import { oncePerProcess } from '@/db/once-per-process'

const cache = oncePerProcess('base58-keys', () => new Map<string, string>())
const MAX_CACHED = 50_000

/** Encodes a key of 32 bytes in base58. The same keys recur, and encoding takes longer than a lookup. */
export function toBase58(bytes: Uint8Array): string {
  const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const found = cache.get(key)
  if (found) return found
  const text = base58.encode(bytes)
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(key, text)
  return text
}

const decoded = oncePerProcess('base58-bytes', () => new Map<string, Uint8Array>())

/** The 32 bytes of a key. */
export function fromBase58(text: string): Uint8Array {
  const found = decoded.get(text)
  if (found) return found
  const bytes = base58.decode(text)
  if (decoded.size >= MAX_CACHED) decoded.clear()
  decoded.set(text, bytes)
  return bytes
}
