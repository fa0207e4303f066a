import type { MessageInput } from '@/schemas/messages/contract'
import { MAX_OFFCHAIN_BYTES } from '@/schemas/messages/words'
import { invalid } from '@/server/abi/read-leaf'
import { refusal, validationError } from '@/server/errors'
import { readTypedData, type TypedData } from './read-typed-data'
import { resemblesTransaction } from './resembles-transaction'

/** A message that can be signed, judged by its own contents alone. */
export type ReadMessage =
  | { kind: 'text' | 'bytes'; chainType: 'EVM'; bytes: Uint8Array }
  | { kind: 'typedData'; chainType: 'EVM'; typedData: TypedData }
  | { kind: 'solanaOffchain'; chainType: 'SOLANA'; text: string; applicationDomain: string | null }

const DIGEST_BYTES = 32

const TAKES = {
  text: ['text'],
  bytes: ['bytes'],
  typedData: ['typedData'],
  solanaOffchain: ['text', 'applicationDomain'],
} as const satisfies Record<MessageInput['kind'], readonly (keyof MessageInput)[]>

/**
 * Reads the content to sign. Contracts accept EIP-191 over 32 bytes as consent to the hashed content, so 32 bytes are
 * never signed. Throws invalid, raw_digest, resembles_transaction.
 */
export function readMessage(input: MessageInput): ReadMessage {
  const { kind, text, bytes, typedData, applicationDomain } = input
  requireOwnFields(input)
  if (kind === 'typedData') {
    if (typedData === undefined) throw missing('typedData')
    return { kind, chainType: 'EVM', typedData: readTypedData(typedData) }
  }
  if (kind === 'bytes') {
    if (bytes === undefined) throw missing('bytes')
    return { kind, chainType: 'EVM', bytes: requireHarmless('bytes', Buffer.from(bytes.slice(2), 'hex')) }
  }
  if (text === undefined) throw missing('text')
  const written = Buffer.from(text, 'utf8')
  if (kind === 'text') return { kind, chainType: 'EVM', bytes: requireHarmless('text', written) }
  if (written.length > MAX_OFFCHAIN_BYTES) throw invalid('text', `at most ${MAX_OFFCHAIN_BYTES} bytes`)
  return { kind, chainType: 'SOLANA', text, applicationDomain: applicationDomain ?? null }
}

function requireOwnFields(input: MessageInput): void {
  const takes: readonly string[] = TAKES[input.kind]
  for (const name of ['text', 'bytes', 'typedData', 'applicationDomain'] as const)
    if (input[name] !== undefined && !takes.includes(name)) throw invalid(name, `is not for ${input.kind}`)
}

function requireHarmless(param: 'text' | 'bytes', bytes: Uint8Array): Uint8Array {
  if (bytes.length === DIGEST_BYTES) throw refusal('raw_digest', { param })
  if (resemblesTransaction(bytes)) throw refusal('resembles_transaction', { param })
  return bytes
}

function missing(name: string): Error {
  return validationError([`${name}: ${name} is required`])
}
