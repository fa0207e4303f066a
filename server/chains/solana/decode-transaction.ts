import { readBytes, SolanaFormatError } from './byte-reader'
import { type DecodedMessage, decodeMessage } from './decode-message'

/** The largest packet a node takes. */
const MAX_TRANSACTION_BYTES = 1_232
const SIGNATURE_BYTES = 64

export type DecodedTransaction = {
  /** One per required signer, in their order; all zero if it is missing. */
  signatures: Uint8Array[]
  messageBytes: Uint8Array
  message: DecodedMessage
}

/** Reads a transaction as it travels: signatures, then the message. Throws SolanaFormatError. */
export function decodeTransaction(bytes: Uint8Array): DecodedTransaction {
  if (bytes.length > MAX_TRANSACTION_BYTES) {
    throw new SolanaFormatError(`is larger than ${MAX_TRANSACTION_BYTES} bytes`)
  }
  const reader = readBytes(bytes)
  const count = reader.length()
  const signatures = Array.from({ length: count }, () => reader.take(SIGNATURE_BYTES))
  const messageBytes = bytes.subarray(reader.offset())
  const message = decodeMessage(messageBytes)
  if (count !== message.requiredSignatures) {
    throw new SolanaFormatError(`holds ${count} signatures where ${message.requiredSignatures} are required`)
  }
  return { signatures, messageBytes, message }
}

/** The other way round. A transaction has fewer than 128 signers, so that their number is one byte. */
export function encodeTransaction(signatures: readonly Uint8Array[], messageBytes: Uint8Array): Uint8Array {
  if (signatures.length > 127) throw new Error('a transaction cannot hold so many signatures')
  return Buffer.concat([Uint8Array.of(signatures.length), ...signatures, messageBytes])
}
