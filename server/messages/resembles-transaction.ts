import { SolanaFormatError } from '@/server/chains/solana/byte-reader'
import { decodeMessage } from '@/server/chains/solana/decode-message'
import { decodeTransaction } from '@/server/chains/solana/decode-transaction'

/** An authorization of EIP-7702 has three, a transaction six and more. */
const LEAST_ITEMS = 3

/**
 * Whether a chain or a contract could accept the bytes as more than a message: an EVM transaction of any type or an
 * authorization, signed or not, a Solana transaction or message, or another EIP-191 version. The prefix alone prevents
 * that, and there is no reason to sign such a message.
 */
export function resemblesTransaction(bytes: Uint8Array): boolean {
  const [first = 0] = bytes
  if (first === 0x19) return true
  const items = first < 0x80 ? listItems(bytes.subarray(1)) : listItems(bytes)
  return (
    (items !== null && items >= LEAST_ITEMS) || isOfSolana(bytes, decodeTransaction) || isOfSolana(bytes, decodeMessage)
  )
}

function isOfSolana(bytes: Uint8Array, decode: (bytes: Uint8Array) => unknown): boolean {
  try {
    decode(bytes)
    return true
  } catch (error) {
    if (error instanceof SolanaFormatError) return false
    throw error
  }
}

/** The number of items if these bytes are one RLP list; null if they are not. */
function listItems(bytes: Uint8Array): number | null {
  const outer = headerAt(bytes, 0)
  if (!outer?.isList || outer.end !== bytes.length) return null
  let count = 0
  for (let at = outer.start; at < outer.end; count++) {
    const item = headerAt(bytes, at)
    if (!item || item.end > outer.end) return null
    at = item.end
  }
  return count
}

type Header = { isList: boolean; start: number; end: number }

function headerAt(bytes: Uint8Array, at: number): Header | null {
  const first = bytes[at]
  if (first === undefined) return null
  if (first < 0x80) return { isList: false, start: at, end: at + 1 }
  const isList = first >= 0xc0
  const short = first - (isList ? 0xc0 : 0x80)
  if (short < 56) return { isList, start: at + 1, end: at + 1 + short }
  const size = short - 55
  let length = 0
  for (let n = 0; n < size; n++) length = length * 256 + (bytes[at + 1 + n] ?? 0)
  return { isList, start: at + 1 + size, end: at + 1 + size + length }
}
