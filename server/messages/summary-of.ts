import { toHex } from 'viem'
import type { ReadMessage } from './read-message'
import type { TypedData } from './read-typed-data'

const MAX_SHOWN = 500

/** The content of a message, for the audit log: readable, on one line, without characters that hide others. */
export function summaryOf(message: ReadMessage): Record<string, unknown> {
  if (message.kind === 'typedData') return summaryOfTypedData(message.typedData)
  const { kind } = message
  if (message.kind === 'solanaOffchain') return { kind, text: shown(message.text) }
  const { bytes } = message
  if (kind === 'text') return { kind, text: shown(Buffer.from(bytes).toString('utf8')) }
  return { kind, bytes: toHex(bytes).slice(0, MAX_SHOWN), length: bytes.length }
}

function summaryOfTypedData(typedData: TypedData): Record<string, unknown> {
  const { chainId, verifyingContract, domainName, primaryType, message: fields } = typedData
  const written = JSON.stringify(fields, (_, value) => (typeof value === 'bigint' ? value.toString() : value))
  const domain = domainName === null ? {} : { domainName: shown(domainName) }
  return { kind: 'typedData', chainId, verifyingContract, ...domain, primaryType, message: shown(written) }
}

/** Control, formatting and bidirectional characters as their code points. */
function shown(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`)
  return plain.length > MAX_SHOWN ? `${Array.from(plain).slice(0, MAX_SHOWN).join('')}…` : plain
}
