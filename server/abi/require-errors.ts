import {
  type AbiError,
  DeclarationError,
  DeclarationLexer,
  type Fragment,
  MAX_FRAGMENT_LENGTH,
  writeInputs,
} from '@/server/text/declaration-tokens'
import { MAX_DECLARATION, readParameters } from './read-function'
import { invalid } from './read-leaf'

const NOT_AN_ERROR = 'is not an error like `error InsufficientBalance(uint256 available, uint256 required)`'

/**
 * Reads declarations of custom errors, as Solidity writes them or as fragments of a JSON ABI. Throws invalid, naming
 * the declaration (`errors[1]: ...`).
 */
export function requireErrors(texts: readonly string[]): AbiError[] {
  return texts.map((text, n) => {
    const parsed = parseError(text)
    if ('problem' in parsed) throw invalid(`errors[${n}]`, parsed.problem)
    return parsed.declared
  })
}

function parseError(text: string): { declared: AbiError } | { problem: string } {
  if (text.length > MAX_FRAGMENT_LENGTH) return { problem: 'is too long' }
  try {
    const line = toLine(text)
    if (line.length > MAX_DECLARATION) return { problem: `must be at most ${MAX_DECLARATION} characters` }
    return { declared: readError(new DeclarationLexer(line, NOT_AN_ERROR)) }
  } catch (error) {
    if (error instanceof DeclarationError) return { problem: error.message }
    throw error
  }
}

function toLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (!line.startsWith('{')) return line
  try {
    const { name, type, inputs }: Fragment = JSON.parse(text)
    if (type !== 'error') throw new DeclarationError(NOT_AN_ERROR)
    return `error ${name}(${writeInputs(inputs ?? [], 0)})`
  } catch {
    throw new DeclarationError(NOT_AN_ERROR)
  }
}

function readError(tokens: DeclarationLexer): AbiError {
  tokens.takeIf('error')
  const name = tokens.takeName()
  if (name === undefined) throw tokens.unreadable()
  const inputs = readParameters(tokens, 1)
  tokens.takeIf(';')
  if (tokens.next !== undefined) throw tokens.unreadable()
  return { type: 'error', name, inputs }
}
