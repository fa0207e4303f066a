/** Bytes that are not a transaction in its canonical encoding. The message has the reason. */
export class SolanaFormatError extends Error {
  override readonly name = 'SolanaFormatError'
}

export type ByteReader = ReturnType<typeof readBytes>

/** Reads from the start on. Throws SolanaFormatError beyond the end. */
export function readBytes(bytes: Uint8Array) {
  let offset = 0
  function take(count: number): Uint8Array {
    if (offset + count > bytes.length) throw new SolanaFormatError('ends too early')
    offset += count
    return bytes.subarray(offset - count, offset)
  }
  function byte(): number {
    return take(1)[0] ?? 0
  }
  /**
   * compact-u16 in its shortest form only: a longer form of the same number would give the same message other bytes,
   * and another signature.
   */
  function length(): number {
    let value = 0
    for (let index = 0; index < 3; index++) {
      const part = byte()
      value |= (part & 0x7f) << (7 * index)
      if ((part & 0x80) !== 0) continue
      if ((part === 0 && index > 0) || value > 0xffff) break
      return value
    }
    throw new SolanaFormatError('has a malformed length')
  }
  return { take, byte, length, offset: () => offset, isAtEnd: () => offset === bytes.length }
}
