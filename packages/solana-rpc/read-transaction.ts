import { toBase58 } from './base58'
import { type ByteReader, byteReader } from './byte-reader'
import { invalidParams } from './rpc-error'

export type Instruction = { programIdIndex: number; accounts: number[]; data: Uint8Array }
type Lookup = { table: string; writable: number[]; readonly: number[] }

export type Message = {
  version: 'legacy' | 0
  signers: number
  readonlySigners: number
  readonlyOthers: number
  keys: string[]
  blockhash: string
  instructions: Instruction[]
  lookups: Lookup[]
}

export type WireTransaction = { bytes: Uint8Array; signatures: string[]; message: Message }

const PACKET_BYTES = 1232

/**
 * Parses a transaction as strictly as a validator: litesvm ends the whole process on bytes it cannot parse, so every
 * transaction must pass here. Throws -32602.
 */
export function readTransaction(bytes: Uint8Array): WireTransaction {
  if (bytes.length > PACKET_BYTES) {
    throw invalidParams(
      `decoded solana_transaction::versioned::VersionedTransaction too large: ${bytes.length} bytes (max: ${PACKET_BYTES} bytes)`,
    )
  }
  const reader = byteReader(bytes)
  const signatures = reader.list(() => toBase58(reader.take(64)))
  const message = readMessageFrom(reader)
  reader.end()
  if (signatures.length !== message.signers) throw notSane()
  return { bytes, signatures, message }
}

/** Reads a message alone, as getFeeForMessage takes it. */
export function readMessage(bytes: Uint8Array): Message {
  const reader = byteReader(bytes)
  const message = readMessageFrom(reader)
  reader.end()
  return message
}

function readMessageFrom(reader: ByteReader): Message {
  const versioned = reader.peek() >= 0x80
  const version = versioned ? reader.byte() & 0x7f : null
  if (version !== null && version !== 0) throw invalidParams(`invalid transaction: version ${version} is not supported`)
  const message: Message = {
    version: version ?? 'legacy',
    signers: reader.byte(),
    readonlySigners: reader.byte(),
    readonlyOthers: reader.byte(),
    keys: reader.list(() => toBase58(reader.take(32))),
    blockhash: toBase58(reader.take(32)),
    instructions: reader.list(() => ({
      programIdIndex: reader.byte(),
      accounts: reader.list(() => reader.byte()),
      data: reader.bytes(),
    })),
    lookups: versioned
      ? reader.list(() => ({
          table: toBase58(reader.take(32)),
          writable: reader.list(() => reader.byte()),
          readonly: reader.list(() => reader.byte()),
        }))
      : [],
  }
  if (!isSane(message)) throw notSane()
  return message
}

function isSane(message: Message): boolean {
  const { signers, readonlySigners, readonlyOthers, keys, instructions, lookups } = message
  const loaded = lookups.reduce((sum, { writable, readonly }) => sum + writable.length + readonly.length, 0)
  const total = keys.length + loaded
  if (signers === 0 || readonlySigners >= signers || signers + readonlyOthers > keys.length || total > 256) return false
  if (new Set(keys).size !== keys.length) return false
  if (lookups.some(({ writable, readonly }) => writable.length + readonly.length === 0)) return false
  return instructions.every(
    ({ programIdIndex, accounts }) =>
      programIdIndex > 0 && programIdIndex < keys.length && accounts.every((account) => account < total),
  )
}

export function isWritable({ signers, readonlySigners, readonlyOthers, keys }: Message, index: number): boolean {
  if (index < signers) return index < signers - readonlySigners
  return index < keys.length - readonlyOthers
}

function notSane(): Error {
  return invalidParams('invalid transaction: Transaction failed to sanitize accounts offsets correctly')
}
