import { base58 } from '@scure/base'

const KEPT = 50_000
const known = new Map<string, string>()

/** Base58 text of bytes; the same few keys recur, so they are cached. */
export function toBase58(bytes: Uint8Array): string {
  if (bytes.length !== 32) return base58.encode(bytes)
  const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const found = known.get(key)
  if (found) return found
  if (known.size >= KEPT) known.clear()
  const text = base58.encode(bytes)
  known.set(key, text)
  return text
}

export function fromBase58(text: string): Uint8Array {
  return base58.decode(text)
}
