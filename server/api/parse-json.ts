import { type ApiError, refusal } from '@/server/errors'
import { plainDecimal } from '@/server/money/plain-decimal'
import { isStorable } from '@/server/text/is-storable'

/** The maximum depth of objects and lists. */
export const MAX_DEPTH = 32
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a request body and refuses what two parsers might read differently or what Postgres cannot store: duplicate
 * keys, NUL, lone surrogates, numbers out of range, `__proto__`, deep nesting.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes)
  const value = parse(text)
  refuseOddValues(value, 0)
  refuseDuplicateKeys(text)
  return value
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw badBody('Request body is not valid UTF-8')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badBody('Request body must be valid JSON')
  }
}

function refuseOddValues(value: unknown, depth: number): void {
  if (typeof value === 'string') refuseOddText(value)
  if (typeof value === 'number' && !Number.isFinite(value)) throw badBody('Request body holds a number out of range')
  if (typeof value !== 'object' || value === null) return
  if (depth === MAX_DEPTH) throw badBody(`Request body is nested deeper than ${MAX_DEPTH} levels`)
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') throw badBody('Request body holds the key __proto__')
    refuseOddText(key)
    refuseOddValues(inner, depth + 1)
  }
}

function refuseOddText(text: string): void {
  if (text.includes('\0')) throw badBody('Request body holds a NUL character')
  if (!isStorable(text)) throw badBody('Request body holds an unpaired surrogate')
}

/** Walks text that is known to be JSON of limited depth. `JSON.parse` silently keeps the last of two equal keys. */
function refuseDuplicateKeys(text: string): void {
  const open: (Set<string> | null)[] = []
  let expectsKey = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '{') {
      open.push(new Set())
      expectsKey = true
    } else if (character === '[') {
      open.push(null)
      expectsKey = false
    } else if (character === '}' || character === ']') {
      open.pop()
      expectsKey = false
    } else if (character === ',') {
      expectsKey = open.at(-1) != null
    } else if (character === '"') {
      const end = endOfString(text, at)
      if (expectsKey) noteKey(open.at(-1), text.slice(at, end + 1))
      expectsKey = false
      at = end
    }
  }
}

function noteKey(keys: Set<string> | null | undefined, literal: string): void {
  const key: string = JSON.parse(literal)
  if (keys?.has(key)) throw badBody('Request body holds the same key twice')
  keys?.add(key)
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

function badBody(message: string): ApiError {
  return refusal('body_malformed', { message })
}

const MAX_DIGITS = 15
/** The digits of a number that the refusal shows. */
const MAX_SHOWN = 40
/** Strings are passed over; numbers are found between them. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/**
 * Refuses numbers that JavaScript cannot read exactly: too many digits, or a minus in front of zero. However they are
 * spelled: `1e-05` and `1.0E-5` are `0.00001`. Takes text that is known to be JSON.
 */
export function requireExactNumbers(bytes: Uint8Array): void {
  for (const [token] of new TextDecoder().decode(bytes).matchAll(TOKENS)) {
    if (token.startsWith('"') || isExact(token)) continue
    throw refusal('body_malformed', {
      message: `Request body holds a number that is not exact: ${token.slice(0, MAX_SHOWN)}`,
    })
  }
}

function isExact(token: string): boolean {
  const plain = plainDecimal(token)
  if (plain === null || plain === '-0') return false
  const digits = plain.replace(/\D/g, '').replace(/^0+|0+$/g, '')
  return digits.length <= MAX_DIGITS
}
