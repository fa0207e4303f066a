import { type ApiError, refusal } from '@/server/errors'
import { isStorable } from '@/server/text/is-storable'

/** How deep objects and lists may be nested. */
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

/**
 * Walks text that is known to be JSON of modest depth; `JSON.parse` keeps the last of two equal keys without a word.
 */
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
