import { base58 } from '@scure/base'
import { getAddress } from 'viem'
import { canonicalAddress } from './canonical-address'

/** A search term, in the form in which it is stored. */
export type SearchTerm = {
  by: 'id' | 'hash' | 'address' | 'reference' | 'accountNumber' | 'url' | 'email'
  value: string
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const EVM_HASH = /^0x[0-9a-f]{64}$/
const EVM_ADDRESS = /^0x[0-9a-f]{40}$/
/** As payments, their accounts and refunds are called. */
const REFERENCE = /^(PAY|SLP|RFD)-[0-9A-Z-]{4,40}$/
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}$/
/** The account numbers of Nigerian banks. */
const ACCOUNT_NUMBER = /^\d{10}$/
const URL_TEXT = /^https?:\/\/\S+$/i
const SIGNATURE_BYTES = 64

/**
 * Reads a complete id, transaction hash, address, payment reference, bank account number, URL or email address. Null
 * for anything else, because an index finds only complete values. The part of an event's id after a colon is left out.
 */
export function parseSearchTerm(text: string): SearchTerm | null {
  if (URL_TEXT.test(text.trim())) return { by: 'url', value: text.trim() }
  const [given = ''] = text.trim().split(':')
  const small = given.toLowerCase()
  if (UUID.test(small)) return { by: 'id', value: small }
  if (EVM_HASH.test(small)) return { by: 'hash', value: small }
  if (REFERENCE.test(given.toUpperCase())) return { by: 'reference', value: given.toUpperCase() }
  if (ACCOUNT_NUMBER.test(given)) return { by: 'accountNumber', value: given }
  if (EMAIL.test(small)) return { by: 'email', value: small }
  // In any case, because people paste values from elsewhere.
  if (EVM_ADDRESS.test(small)) return { by: 'address', value: getAddress(small) }
  if (canonicalAddress('SOLANA', given) !== null) return { by: 'address', value: given }
  return isSignature(given) ? { by: 'hash', value: given } : null
}

function isSignature(text: string): boolean {
  if (text.length < 64 || text.length > 88) return false
  try {
    return base58.decode(text).length === SIGNATURE_BYTES
  } catch {
    return false
  }
}
