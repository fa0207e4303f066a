export type RlpItem = Uint8Array | readonly RlpItem[]

/** RLP of nested lists of byte strings. */
export function encodeRlp(item: RlpItem): Buffer {
  if (item instanceof Uint8Array) {
    const [first] = item
    if (item.length === 1 && first !== undefined && first < 0x80) return Buffer.from(item)
    return Buffer.concat([lengthPrefix(item.length, 0x80), item])
  }
  const content = Buffer.concat(item.map(encodeRlp))
  return Buffer.concat([lengthPrefix(content.length, 0xc0), content])
}

/** A number as RLP has it: big endian without leading zeros, nothing for zero. */
export function rlpNumber(value: bigint | number): Uint8Array {
  if (value < 0) throw new Error('RLP holds no negative number')
  if (BigInt(value) === 0n) return new Uint8Array(0)
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
}

function lengthPrefix(length: number, offset: number): Uint8Array {
  if (length < 56) return Uint8Array.of(offset + length)
  const bytes = rlpNumber(length)
  return Buffer.concat([Uint8Array.of(offset + 55 + bytes.length), bytes])
}
