import { z } from 'zod'
import { fromBase58 } from './base58'
import { readTransaction, type WireTransaction } from './read-transaction'
import { invalidParams } from './rpc-error'

export const address = z.string().transform((text, context) => {
  if (isAddress(text)) return text
  context.addIssue({ code: 'custom', message: 'Invalid param: WrongSize' })
  return z.NEVER
})

export const wireEncoding = z.enum(['base58', 'base64'])

/** Bytes of a transaction or message, in the encoding the caller names. */
export function fromWire(text: string, encoding: z.infer<typeof wireEncoding>): Uint8Array {
  if (encoding === 'base58') return decode58(text)
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length === 0 || bytes.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, '')) {
    throw invalidParams('invalid base64 encoding: InvalidByte')
  }
  return Uint8Array.from(bytes)
}

export function transactionFromWire(text: string, encoding: z.infer<typeof wireEncoding>): WireTransaction {
  return readTransaction(fromWire(text, encoding))
}

export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
}

export function isSignature(text: string): boolean {
  return hasBytes(text, 64)
}

function isAddress(text: string): boolean {
  return hasBytes(text, 32)
}

function hasBytes(text: string, length: number): boolean {
  try {
    return text.length <= 88 && fromBase58(text).length === length
  } catch {
    return false
  }
}

function decode58(text: string): Uint8Array {
  try {
    return fromBase58(text)
  } catch {
    throw invalidParams('invalid base58 encoding: InvalidChar')
  }
}
