import type { Abi, AbiParameter } from 'viem'

/** Elements of no size could be claimed by the billion in a few bytes, so lists have a length of 1 to 999, or any. */
const LIST_LENGTH = /^[1-9]\d{0,2}$/
const MAX_LIST_DIMENSIONS = 2
const MAX_NAME_LENGTH = 64
export const MAX_INPUTS = 32
export const MAX_DEPTH = 3

/** Matches one token: a word or a punctuation character. Leading white space is ignored. */
const TOKEN = /\s*([\w$]+|[()[\],;])/y

/** The reason why a declaration cannot be read. Its message completes `<field>: ...`. */
export class DeclarationError extends Error {}

/** The words and punctuation of a declaration in Solidity, read from left to right. */
export class DeclarationLexer {
  #at = 0
  readonly #tokens: readonly string[]
  /** The message for a text that is not a declaration of this kind. */
  readonly #problem: string

  /** Throws Unreadable. */
  constructor(text: string, problem: string) {
    const tokens = tokensOf(text)
    if (!tokens) throw new DeclarationError(problem)
    this.#tokens = tokens
    this.#problem = problem
  }

  get next(): string | undefined {
    return this.#tokens[this.#at]
  }

  take(): string {
    const token = this.next
    if (token === undefined) throw this.unreadable()
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
    if (!this.takeIf(token)) throw this.unreadable()
  }

  /** The name that comes next, if any. */
  takeName(): string | undefined {
    const { next } = this
    if (next === undefined || !/^[A-Za-z_$]/.test(next)) return undefined
    if (next.length > MAX_NAME_LENGTH) throw new DeclarationError(`a name has at most ${MAX_NAME_LENGTH} characters`)
    return this.take()
  }

  unreadable(): DeclarationError {
    return new DeclarationError(this.#problem)
  }
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

/**
 * A type with its lists; `readParts` reads the parts of a tuple with the parentheses around them. Throws Unreadable.
 */
export function readType(tokens: DeclarationLexer, readParts: () => readonly AbiParameter[]): AbiParameter {
  const isTuple = tokens.next === '(' || tokens.takeIf('tuple')
  if (!isTuple) return { type: toType(tokens) + readDimensions(tokens) }
  const components = readParts()
  if (components.length === 0) throw new DeclarationError('a tuple is empty')
  return { type: `tuple${readDimensions(tokens)}`, components }
}

function readDimensions(tokens: DeclarationLexer): string {
  let dimensions = ''
  for (let count = 0; tokens.takeIf('['); count++) {
    const length = tokens.next === ']' ? '' : tokens.take()
    if (count === MAX_LIST_DIMENSIONS || (length !== '' && !LIST_LENGTH.test(length)))
      throw new DeclarationError(`${dimensions}[${length}] is not a valid list`)
    tokens.expect(']')
    dimensions += `[${length}]`
  }
  return dimensions
}

/** The canonical name of an elementary type. */
function toType(tokens: DeclarationLexer): string {
  const word = tokens.take()
  if (word === 'uint' || word === 'int') return `${word}256`
  if (word === 'address' || word === 'bool' || word === 'string' || word === 'bytes') return word
  const [, kind, digits = ''] = /^(u?int|bytes)([1-9]\d{0,2})$/.exec(word) ?? []
  const size = Number(digits)
  const isKnown = kind === 'bytes' ? size >= 1 && size <= 32 : kind !== undefined && size % 8 === 0 && size <= 256
  if (isKnown) return word
  if (!/^[A-Za-z_$]/.test(word)) throw tokens.unreadable()
  throw new DeclarationError(`${word.slice(0, MAX_NAME_LENGTH)} is not a valid type`)
}

/** A custom error of a contract. */
export type AbiError = Extract<Abi[number], { type: 'error' }>

/** An entry of a JSON ABI, of which nothing is known yet. */
export type Fragment = {
  name?: unknown
  type?: unknown
  inputs?: unknown
  components?: unknown
  [word: string]: unknown
}

export const MAX_FRAGMENT_LENGTH = 20_000
const FRAGMENT_DEPTH = 2 * MAX_DEPTH + 2

/** Writes inputs of a JSON ABI as Solidity does. Throws if they are not a list of inputs. */
export function writeInputs(inputs: unknown, depth: number): string {
  if (!Array.isArray(inputs) || depth > FRAGMENT_DEPTH) throw new Error('no inputs')
  return inputs
    .map(({ type, name, indexed, components }: Fragment) => {
      // A text of more than one word would declare something else than its entry.
      if (![type, name ?? ''].every((word) => /^[\w$[\]]*$/.test(String(word)))) throw new Error('no word')
      const list = /^tuple(.*)$/.exec(String(type))?.[1]
      const written = list === undefined ? String(type) : `(${writeInputs(components, depth + 1)})${list}`
      return [written, indexed === true && 'indexed', name].filter(Boolean).join(' ')
    })
    .join(', ')
}
