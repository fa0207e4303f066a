import type { AbiFunction, AbiParameter } from 'viem'
import {
  DeclarationError,
  DeclarationLexer,
  type Fragment,
  MAX_DEPTH,
  MAX_FRAGMENT_LENGTH,
  MAX_INPUTS,
  readType,
  writeInputs,
} from '@/server/text/declaration-tokens'

/** The longest declaration of a function, once it is written in one line. */
export const MAX_DECLARATION = 1_000
const NOT_A_FUNCTION = 'is not a function like `function balanceOf(address owner) view returns (uint256)`'
const MUTABILITIES = ['pure', 'view', 'payable', 'nonpayable'] as const
type Mutability = (typeof MUTABILITIES)[number]
const LOCATIONS = ['memory', 'calldata', 'storage']

/**
 * Reads the declaration of one function, as Solidity writes it or as a fragment of a JSON ABI. Nothing of the text is
 * kept. The problem completes `<field>: ...`.
 */
export function parseFunction(text: string): { declared: AbiFunction } | { problem: string } {
  if (text.length > MAX_FRAGMENT_LENGTH) return { problem: 'is too long' }
  try {
    const line = toLine(text)
    if (line.length > MAX_DECLARATION) return { problem: `must be at most ${MAX_DECLARATION} characters` }
    return { declared: readFunction(new DeclarationLexer(line, NOT_A_FUNCTION)) }
  } catch (error) {
    if (error instanceof DeclarationError) return { problem: error.message }
    throw error
  }
}

/** Writes a function as one line of Solidity, which `parseFunction` reads back. */
export function writeFunction({ name, inputs, outputs, stateMutability }: AbiFunction): string {
  const returned = outputs.length === 0 ? '' : ` returns (${writeInputs(outputs, 0)})`
  const mutability = stateMutability === 'nonpayable' ? '' : ` ${stateMutability}`
  return `function ${name}(${writeInputs(inputs, 0)})${mutability}${returned}`
}

/** Whether a function only reads, by its declaration. */
export function isRead({ stateMutability }: AbiFunction): boolean {
  return stateMutability === 'view' || stateMutability === 'pure'
}

/** Whether a function takes coins, by its declaration. */
export function isPayable({ stateMutability }: AbiFunction): boolean {
  return stateMutability === 'payable'
}

function toLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (!line.startsWith('{')) return line
  try {
    const { name, type, inputs, outputs, stateMutability }: Fragment = JSON.parse(text)
    if (type !== 'function' || !/^\w*$/.test(String(stateMutability ?? ''))) throw new DeclarationError(NOT_A_FUNCTION)
    const returned = writeInputs(outputs ?? [], 0)
    const mutability = stateMutability === undefined ? '' : String(stateMutability)
    return `function ${name}(${writeInputs(inputs ?? [], 0)}) ${mutability}${returned ? ` returns (${returned})` : ''}`
  } catch {
    throw new DeclarationError(NOT_A_FUNCTION)
  }
}

function readFunction(tokens: DeclarationLexer): AbiFunction {
  tokens.takeIf('function')
  const name = tokens.takeName()
  if (name === undefined) throw tokens.unreadable()
  const inputs = readParameters(tokens, 1)
  const stateMutability = readModifiers(tokens)
  const outputs = tokens.takeIf('returns') ? readParameters(tokens, 1) : []
  tokens.takeIf(';')
  if (tokens.next !== undefined) throw tokens.unreadable()
  return { type: 'function', name, inputs, outputs, stateMutability }
}

function readModifiers(tokens: DeclarationLexer): Mutability {
  let found: Mutability | null = null
  for (;;) {
    if (tokens.takeIf('external') || tokens.takeIf('public')) continue
    const mutability = MUTABILITIES.find((word) => tokens.takeIf(word))
    if (mutability === undefined) return found ?? 'nonpayable'
    if (found !== null) throw tokens.unreadable()
    found = mutability
  }
}

/**
 * The parameters of a function or an error, or at a greater depth the parts of a tuple, with the parentheses around
 * them.
 */
export function readParameters(tokens: DeclarationLexer, depth: number): AbiParameter[] {
  if (depth > MAX_DEPTH) throw new DeclarationError('tuples are nested too deep')
  tokens.expect('(')
  const parameters: AbiParameter[] = []
  if (tokens.takeIf(')')) return parameters
  do {
    if (parameters.length === MAX_INPUTS) throw new DeclarationError(`at most ${MAX_INPUTS} parameters are read`)
    const type = readType(tokens, () => readParameters(tokens, depth + 1))
    LOCATIONS.find((word) => tokens.takeIf(word))
    const name = tokens.takeName()
    if (name === '__proto__') throw tokens.unreadable()
    parameters.push({ ...type, ...(name !== undefined && { name }) })
  } while (tokens.takeIf(','))
  tokens.expect(')')
  const names = parameters.flatMap(({ name }) => name || [])
  if (new Set(names).size < names.length) throw new DeclarationError('two parameters have the same name')
  return parameters
}
