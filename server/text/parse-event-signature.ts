import type { AbiEvent } from 'viem'
import {
  DeclarationError,
  DeclarationLexer,
  type Fragment,
  MAX_DEPTH,
  MAX_FRAGMENT_LENGTH,
  MAX_INPUTS,
  readType,
  writeInputs,
} from './declaration-tokens'

const MAX_INDEXED = 3
const NOT_AN_EVENT =
  'is neither a key of the catalog nor an event like `event Paid(address indexed by, uint256 amount)`'

const MAX_SIGNATURE_LENGTH = 500

/**
 * Parses `event Staked(address indexed user, uint256 amount)`, as in Solidity. Names and white space do not identify an
 * event, so any name is accepted. Error texts complete `<field>: ...` and do not quote the declaration.
 */
export function parseEventSignature(text: string): { event: AbiEvent } | { problem: string } {
  if (text.length > MAX_SIGNATURE_LENGTH) return { problem: `must be at most ${MAX_SIGNATURE_LENGTH} characters` }
  try {
    return { event: readEvent(new DeclarationLexer(text, NOT_AN_EVENT)) }
  } catch (error) {
    if (error instanceof DeclarationError) return { problem: error.message }
    throw error
  }
}

/**
 * The declaration in one line: runs of blanks and line breaks become a blank, and an event of a JSON ABI
 * (`{"type":"event","name":"Paid","inputs":[...]}`) is written as Solidity writes it. Any other text is left unchanged
 * and refused later.
 */
export function toDeclaration(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (!line.startsWith('{') || text.length > MAX_FRAGMENT_LENGTH) return line
  try {
    const { name, type, inputs, anonymous }: Fragment = JSON.parse(text)
    if (type !== 'event') return line
    return `event ${name}(${writeInputs(inputs, 0)})${anonymous === true ? ' anonymous' : ''}`
  } catch {
    return line
  }
}

type Input = AbiEvent['inputs'][number]

function readEvent(tokens: DeclarationLexer): AbiEvent {
  tokens.expect('event')
  const name = tokens.takeName()
  if (name === undefined) throw tokens.unreadable()
  const inputs = readInputs(tokens, 1)
  if (tokens.takeIf('anonymous')) throw new DeclarationError('an anonymous event cannot be distinguished from others')
  tokens.takeIf(';')
  if (tokens.next !== undefined) throw tokens.unreadable()
  if (inputs.filter(({ indexed }) => indexed).length > MAX_INDEXED)
    throw new DeclarationError(`an event has at most ${MAX_INDEXED} indexed inputs`)
  return { type: 'event', name, inputs }
}

/** The inputs of an event, or at a greater depth the parts of a tuple, with the parentheses around them. */
function readInputs(tokens: DeclarationLexer, depth: number): Input[] {
  if (depth > MAX_DEPTH) throw new DeclarationError('tuples are nested too deep')
  tokens.expect('(')
  const inputs: Input[] = []
  if (tokens.takeIf(')')) return inputs
  do {
    if (inputs.length === MAX_INPUTS) throw new DeclarationError(`an event has at most ${MAX_INPUTS} inputs here`)
    inputs.push(readInput(tokens, depth))
  } while (tokens.takeIf(','))
  tokens.expect(')')
  const names = inputs.flatMap(({ name }) => name || [])
  if (new Set(names).size < names.length) throw new DeclarationError('two inputs have the same name')
  return inputs
}

function readInput(tokens: DeclarationLexer, depth: number): Input {
  const type = readType(tokens, () => readInputs(tokens, depth + 1))
  const indexed = tokens.takeIf('indexed')
  // Parts of a tuple are never indexed: there the word is a name.
  if (indexed && depth > 1) throw new DeclarationError('a part of a tuple cannot be indexed')
  const name = tokens.takeName()
  return { ...type, ...(indexed && { indexed }), ...(name !== undefined && { name }) }
}
