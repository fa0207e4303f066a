const HEX_PREFIX = /^(0x)?([0-9a-f]{8,64})$/
const HASH_DIGITS = 64
const ADDRESS_DIGITS = 40

/**
 * Reads the beginning of an EVM transaction hash in its stored form: at least 8 hexadecimal digits, with or without
 * `0x`. Null for anything else; a whole hash and, with `0x`, a whole address are complete values.
 */
export function parseHashPrefix(text: string): string | null {
  const [, marker, digits = ''] = HEX_PREFIX.exec(text.trim().toLowerCase()) ?? []
  if (digits === '') return null
  if (marker && (digits.length === HASH_DIGITS || digits.length === ADDRESS_DIGITS)) return null
  return `0x${digits}`
}
