import type { AbiEvent, AbiParameter } from 'viem'

/** Elements of no size could be claimed by the billion in a few bytes, so lists have a length of 1 to 999, or any. */
const LIST_LENGTH = /^[1-9]\d{0,2}$/
const MAX_LIST_DIMENSIONS = 2
const MAX_NAME_LENGTH = 64
const MAX_INPUTS = 32
const MAX_INDEXED = 3
const MAX_DEPTH = 3
const NOT_AN_EVENT =
  'is neither a key of the catalog nor an event like `event Paid(address indexed by, uint256 amount)`'

const MAX_SIGNATURE_LENGTH = 500

/** Matches one token: a word or a punctuation character. White space before it is ignored. */
const TOKEN = /\s*([\w$]+|[()[\],;])/y

/**
 * Reads `event Staked(address indexed user, uint256 amount)`, as Solidity writes it. Names and blanks are no part of
 * what an event is, so any name will do. What is wrong with it completes `<field>: ...`. Nothing of the text is kept.
 */
export function parseEventSignature(text: string): { event: AbiEvent } | { problem: string } {
  if (text.length > MAX_SIGNATURE_LENGTH) return { problem: `must be at most ${MAX_SIGNATURE_LENGTH} characters` }
  const tokens = tokensOf(text)
  if (!tokens) return { problem: NOT_AN_EVENT }
  try {
    return { event: readEvent(new Tokens(tokens)) }
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.message }
    throw error
  }
}

const MAX_FRAGMENT_LENGTH = 20_000
const FRAGMENT_DEPTH = 2 * MAX_DEPTH + 2

type Fragment = { name?: unknown; type?: unknown; inputs?: unknown; components?: unknown; [word: string]: unknown }

/**
 * The declaration in one line: runs of blanks and line breaks become a blank, and an event of a JSON ABI
 * (`{"type":"event","name":"Paid","inputs":[...]}`) is written as Solidity writes it. What is neither stays as it is,
 * to be refused.
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

/** Throws where they are no list of inputs. */
function writeInputs(inputs: unknown, depth: number): string {
  if (!Array.isArray(inputs) || depth > FRAGMENT_DEPTH) throw new Error('no inputs')
  return inputs
    .map(({ type, name, indexed, components }: Fragment) => {
      const list = /^tuple(.*)$/.exec(String(type))?.[1]
      const written = list === undefined ? String(type) : `(${writeInputs(components, depth + 1)})${list}`
      return [written, indexed === true && 'indexed', name].filter(Boolean).join(' ')
    })
    .join(', ')
}

function tokensOf(text: string): string[] | null {
  const tokens: string[] = []
  const end = text.trimEnd().length
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < end) {
    const token = TOKEN.exec(text)?.[1]
    if (token === undefined) return null
    tokens.push(token)
  }
  return tokens
}

type Input = AbiEvent['inputs'][number]

/** Its message completes `<field>: ...`. */
class Unreadable extends Error {}

class Tokens {
  #at = 0
  readonly #tokens: readonly string[]

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }

  get next(): string | undefined {
    return this.#tokens[this.#at]
  }

  take(): string {
    const token = this.next
    if (token === undefined) throw new Unreadable(NOT_AN_EVENT)
    this.#at += 1
    return token
  }

  /** Takes the token if it is the next one, and returns whether it was. */
  takeIf(token: string): boolean {
    if (this.next !== token) return false
    this.#at += 1
    return true
  }

  expect(token: string): void {
    if (!this.takeIf(token)) throw new Unreadable(NOT_AN_EVENT)
  }

  /** The name that comes next, where one does. */
  takeName(): string | undefined {
    const { next } = this
    if (next === undefined || !/^[A-Za-z_$]/.test(next)) return undefined
    if (next.length > MAX_NAME_LENGTH) throw new Unreadable(`a name has at most ${MAX_NAME_LENGTH} characters`)
    return this.take()
  }
}

function readEvent(tokens: Tokens): AbiEvent {
  tokens.expect('event')
  const name = tokens.takeName()
  if (name === undefined) throw new Unreadable(NOT_AN_EVENT)
  const inputs = readInputs(tokens, 1)
  if (tokens.takeIf('anonymous')) throw new Unreadable('an anonymous event cannot be distinguished from others')
  tokens.takeIf(';')
  if (tokens.next !== undefined) throw new Unreadable(NOT_AN_EVENT)
  if (inputs.filter(({ indexed }) => indexed).length > MAX_INDEXED)
    throw new Unreadable(`an event has at most ${MAX_INDEXED} indexed inputs`)
  return { type: 'event', name, inputs }
}

/** The inputs of an event, or at a greater depth the parts of a tuple, with the parentheses around them. */
function readInputs(tokens: Tokens, depth: number): Input[] {
  if (depth > MAX_DEPTH) throw new Unreadable('tuples are nested too deep')
  tokens.expect('(')
  const inputs: Input[] = []
  if (tokens.takeIf(')')) return inputs
  do {
    if (inputs.length === MAX_INPUTS) throw new Unreadable(`an event has at most ${MAX_INPUTS} inputs here`)
    inputs.push(readInput(tokens, depth))
  } while (tokens.takeIf(','))
  tokens.expect(')')
  const names = inputs.flatMap(({ name }) => name || [])
  if (new Set(names).size < names.length) throw new Unreadable('two inputs have the same name')
  return inputs
}

function readInput(tokens: Tokens, depth: number): Input {
  const type = readType(tokens, depth)
  const indexed = tokens.takeIf('indexed')
  // Parts of a tuple are never indexed: there the word would be a name.
  if (indexed && depth > 1) throw new Unreadable('a part of a tuple cannot be indexed')
  const name = tokens.takeName()
  return { ...type, ...(indexed && { indexed }), ...(name !== undefined && { name }) }
}

function readType(tokens: Tokens, depth: number): AbiParameter {
  const isTuple = tokens.next === '(' || tokens.takeIf('tuple')
  if (!isTuple) return { type: toType(tokens.take()) + readDimensions(tokens) }
  const components = readInputs(tokens, depth + 1)
  if (components.length === 0) throw new Unreadable('a tuple is empty')
  return { type: `tuple${readDimensions(tokens)}`, components }
}

function readDimensions(tokens: Tokens): string {
  let dimensions = ''
  for (let count = 0; tokens.takeIf('['); count++) {
    const length = tokens.next === ']' ? '' : tokens.take()
    if (count === MAX_LIST_DIMENSIONS || (length !== '' && !LIST_LENGTH.test(length)))
      throw new Unreadable(`${dimensions}[${length}] is no list that can be read`)
    tokens.expect(']')
    dimensions += `[${length}]`
  }
  return dimensions
}

/** The canonical name of an elementary type. */
function toType(word: string): string {
  if (word === 'uint' || word === 'int') return `${word}256`
  if (word === 'address' || word === 'bool' || word === 'string' || word === 'bytes') return word
  const [, kind, digits = ''] = /^(u?int|bytes)([1-9]\d{0,2})$/.exec(word) ?? []
  const size = Number(digits)
  const isKnown = kind === 'bytes' ? size >= 1 && size <= 32 : kind !== undefined && size % 8 === 0 && size <= 256
  if (isKnown) return word
  if (!/^[A-Za-z_$]/.test(word)) throw new Unreadable(NOT_AN_EVENT)
  throw new Unreadable(`${word.slice(0, MAX_NAME_LENGTH)} is no type that can be read`)
}
