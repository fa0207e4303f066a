import { toBase58 } from './base58'
import { type ByteReader, readBytes, SolanaFormatError } from './byte-reader'

export type DecodedInstruction = { programIndex: number; accounts: number[]; data: Uint8Array }

/** A message as it is signed, legacy or version 0. Indices count the static keys first, then what lookup tables add. */
export type DecodedMessage = {
  version: 'legacy' | 0
  requiredSignatures: number
  readonlySigned: number
  readonlyUnsigned: number
  /** Base58. The first one pays the fee; the first `requiredSignatures` sign. */
  accountKeys: string[]
  blockhash: string
  instructions: DecodedInstruction[]
  lookups: { table: string; writable: number[]; readonly: number[] }[]
}

/**
 * Reads a message byte by byte with a reader of our own, so that what is checked before a signature does not depend on
 * the library that wrote it. Strict: every index in range, no byte left over. Throws SolanaFormatError.
 */
export function decodeMessage(bytes: Uint8Array): DecodedMessage {
  const reader = readBytes(bytes)
  const first = reader.byte()
  const isVersioned = (first & 0x80) !== 0
  if (isVersioned && first !== 0x80) throw new SolanaFormatError(`has the unknown version ${first & 0x7f}`)
  const requiredSignatures = isVersioned ? reader.byte() : first
  const readonlySigned = reader.byte()
  const readonlyUnsigned = reader.byte()
  const accountKeys = list(reader, () => toBase58(reader.take(32)))
  const blockhash = toBase58(reader.take(32))
  const instructions = list(reader, () => ({
    programIndex: reader.byte(),
    accounts: [...reader.take(reader.length())],
    data: reader.take(reader.length()),
  }))
  const lookups = isVersioned ? list(reader, () => readLookup(reader)) : []
  if (!reader.isAtEnd()) throw new SolanaFormatError('has bytes after its end')
  const version = isVersioned ? (0 as const) : ('legacy' as const)
  const message = { version, requiredSignatures, readonlySigned, readonlyUnsigned, accountKeys, blockhash }
  return requireSane({ ...message, instructions, lookups })
}

function list<T>(reader: ByteReader, read: () => T): T[] {
  return Array.from({ length: reader.length() }, read)
}

function readLookup(reader: ByteReader) {
  return {
    table: toBase58(reader.take(32)),
    writable: [...reader.take(reader.length())],
    readonly: [...reader.take(reader.length())],
  }
}

/** The checks that a node makes before it verifies the signatures. */
function requireSane(message: DecodedMessage): DecodedMessage {
  const { requiredSignatures, accountKeys, readonlySigned, readonlyUnsigned, lookups } = message
  if (requiredSignatures === 0 || requiredSignatures > accountKeys.length) {
    throw new SolanaFormatError('has more signers than accounts')
  }
  if (readonlySigned >= requiredSignatures) throw new SolanaFormatError('has no writable fee payer')
  if (requiredSignatures + readonlyUnsigned > accountKeys.length) {
    throw new SolanaFormatError('has more read-only accounts than accounts')
  }
  if (new Set(accountKeys).size !== accountKeys.length) throw new SolanaFormatError('has an account twice')
  const resolved = lookups.reduce((sum, lookup) => sum + lookup.writable.length + lookup.readonly.length, 0)
  const accounts = accountKeys.length + resolved
  if (accounts > 256) throw new SolanaFormatError('has more than 256 accounts')
  for (const instruction of message.instructions) {
    // A program is never the fee payer and never comes from a lookup table.
    if (instruction.programIndex === 0 || instruction.programIndex >= accountKeys.length) {
      throw new SolanaFormatError('calls a program that is none of its accounts')
    }
    if (instruction.accounts.some((index) => index >= accounts)) {
      throw new SolanaFormatError('has an instruction with an account that it does not list')
    }
  }
  return message
}
