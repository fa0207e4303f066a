import { type Address, getAddress, type Hex, isAddress } from 'viem'
import { validationError } from '@/server/errors'

/** The value of an elementary type: integers as bigint, bytes and addresses as hex. */
export type Leaf = bigint | boolean | string

/** The kind of an elementary type, with its size; null for the name of another type. */
export type LeafType =
  | { kind: 'uint' | 'int'; bits: number }
  | { kind: 'bytes'; size: number | null }
  | { kind: 'address' | 'bool' | 'string' }

/** Reads `uint256`, `bytes32`, `address` and the like. `uint` and `int` without a size are not valid in EIP-712. */
export function leafTypeOf(name: string): LeafType | null {
  if (name === 'address' || name === 'bool' || name === 'string') return { kind: name }
  if (name === 'bytes') return { kind: 'bytes', size: null }
  const [, kind, digits = ''] = /^(u?int|bytes)([1-9]\d{0,2})$/.exec(name) ?? []
  const size = Number(digits)
  if (kind === 'bytes') return size <= 32 ? { kind, size } : null
  if (kind !== 'uint' && kind !== 'int') return null
  return size % 8 === 0 && size <= 256 ? { kind, bits: size } : null
}

type Reading = {
  /** Names the value in errors. */
  path: string
  /** Whether `0x1f` is an integer too. */
  hexIntegers?: boolean
}

/**
 * Reads a JSON value as an elementary type: integers are decimal strings, or JSON numbers that are exact; bytes are
 * hex. Throws invalid, naming the path.
 */
export function readLeaf(type: LeafType, value: unknown, { path, hexIntegers = false }: Reading): Leaf {
  switch (type.kind) {
    case 'uint':
    case 'int':
      return readInteger(type, value, { path, hexIntegers })
    case 'bytes':
      return readBytes(type.size, value, path)
    case 'address':
      return readAddress(value, path)
    case 'bool':
      if (typeof value !== 'boolean') throw invalid(path, 'must be true or false')
      return value
    case 'string':
      if (typeof value !== 'string') throw invalid(path, 'must be a string')
      return value
  }
}

/** `path: message`, as 400. */
export function invalid(path: string, message: string): Error {
  return validationError([`${path}: ${message}`])
}

function readInteger(
  { kind, bits }: { kind: 'uint' | 'int'; bits: number },
  value: unknown,
  { path, hexIntegers }: Required<Reading>,
): bigint {
  const read = toBigint(value, hexIntegers)
  if (read === null) throw invalid(path, 'must be an integer: a decimal string, or a JSON number that is exact')
  const [least, most] =
    kind === 'uint' ? [0n, 2n ** BigInt(bits) - 1n] : [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n]
  if (read < least || read > most) throw invalid(path, `is out of the range of ${kind}${bits}`)
  return read
}

/** An integer as JSON may write it; null for anything else. */
export function toBigint(value: unknown, takesHex: boolean): bigint | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && !Object.is(value, -0) ? BigInt(value) : null
  if (typeof value !== 'string') return null
  if (/^(0|-?[1-9]\d{0,77})$/.test(value)) return BigInt(value)
  return takesHex && /^0x[0-9a-fA-F]{1,64}$/.test(value) ? BigInt(value) : null
}

function readBytes(size: number | null, value: unknown, path: string): Hex {
  if (typeof value !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(value))
    throw invalid(path, 'must be bytes in hex that start with 0x')
  if (size !== null && value.length !== 2 + 2 * size) throw invalid(path, `must be exactly ${size} bytes`)
  return `0x${value.slice(2).toLowerCase()}`
}

function readAddress(value: unknown, path: string): Address {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) throw invalid(path, 'must be an EVM address')
  const hex = value.slice(2)
  const isUniform = hex === hex.toLowerCase() || hex === hex.toUpperCase()
  if (!isUniform && !isAddress(value)) throw invalid(path, 'address checksum does not match')
  return getAddress(`0x${hex.toLowerCase()}`)
}
