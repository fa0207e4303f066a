/** Encoders of 32-byte words, for calldata and hashes made per transfer. Each refuses values that do not fit. */

/** Lower-case hex of a word, without 0x. */
export function uintWord(value: bigint): string {
  if (value < 0n) throw new Error('a word cannot be negative')
  const hex = value.toString(16).padStart(64, '0')
  if (hex.length > 64) throw new Error('a number is larger than a word')
  return hex
}

/** An address as a word. */
export function addressWord(address: string): string {
  if (!ADDRESS.test(address)) throw new Error('not an address of 20 bytes')
  return address.slice(2).toLowerCase().padStart(64, '0')
}

/** 32 bytes of hex as a word. */
export function bytes32Word(value: string): string {
  if (!BYTES32.test(value)) throw new Error('not 32 bytes of hex')
  return value.slice(2).toLowerCase()
}

/** The digits of hex data, without 0x. */
export function hexDigits(data: string): string {
  if (!HEX.test(data)) throw new Error('not whole bytes of hex')
  return data.slice(2).toLowerCase()
}

const ADDRESS = /^0x[0-9a-f]{40}$/i
const BYTES32 = /^0x[0-9a-f]{64}$/i
const HEX = /^0x(?:[0-9a-f]{2})*$/i
