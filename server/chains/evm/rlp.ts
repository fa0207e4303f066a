export type RlpItem = Uint8Array | readonly RlpItem[]

/** RLP of nested lists of byte strings. */
export function encodeRlp(item: RlpItem): Buffer {
  const out = Buffer.allocUnsafe(sizeOf(item))
  write(out, item, 0)
  return out
}

/** A number in the form of RLP: big endian without leading zeros, and empty for zero. */
export function rlpNumber(value: bigint | number): Uint8Array {
  if (value < 0) throw new Error('RLP cannot encode a negative number')
  if (BigInt(value) === 0n) return new Uint8Array(0)
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
}

/** Longer contents have the length of their length in front. */
const SHORT = 56

function sizeOf(item: RlpItem): number {
  if (item instanceof Uint8Array) return isItself(item) ? 1 : prefixSize(item.length) + item.length
  const size = contentSize(item)
  return prefixSize(size) + size
}

function contentSize(items: readonly RlpItem[]): number {
  let size = 0
  for (const item of items) size += sizeOf(item)
  return size
}

/** Writes an item at a position of `out` and returns its end. */
function write(out: Buffer, item: RlpItem, at: number): number {
  if (item instanceof Uint8Array) {
    const from = isItself(item) ? at : writePrefix(out, at, { length: item.length, offset: 0x80 })
    out.set(item, from)
    return from + item.length
  }
  let from = writePrefix(out, at, { length: contentSize(item), offset: 0xc0 })
  for (const one of item) from = write(out, one, from)
  return from
}

function writePrefix(out: Buffer, at: number, { length, offset }: { length: number; offset: number }): number {
  const bytes = prefixSize(length) - 1
  out[at] = bytes === 0 ? offset + length : offset + SHORT - 1 + bytes
  if (bytes > 0) out.writeUIntBE(length, at + 1, bytes)
  return at + 1 + bytes
}

function prefixSize(length: number): number {
  if (length < SHORT) return 1
  let bytes = 1
  for (let rest = length; rest > 0xff; rest = Math.floor(rest / 0x100)) bytes++
  return 1 + bytes
}

/** A single small byte encodes as itself. */
function isItself(item: Uint8Array): boolean {
  const [first = 0x80] = item
  return item.length === 1 && first < 0x80
}
