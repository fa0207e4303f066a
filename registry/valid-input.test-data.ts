import { v5 } from 'uuid'
import { z } from 'zod'
import { maxKeysOf, maxOf } from '@/server/api/find-long-lists'
import { partsOf, type Schema } from '@/server/api/schema-parts'
import { fieldsIn } from './fields-in.test-data'

const DAY_MS = 86_400_000
const MIN_TEXT = 8
const instant = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * DAY_MS).toISOString()
const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}`
const letter = (n: number) => String.fromCharCode(65 + (n % 26))
const parameters = (length: number) =>
  Array.from({ length: Math.max(1, Math.floor(length / 14)) }, (_, n) => `uint256 a${n}`).join(', ')

/** Texts of the kinds that fields take, the most expensive to read first. Each number gives another text. */
const KINDS: readonly ((n: number, length: number) => string)[] = [
  (n, length) => `event E${n}(${parameters(length)})`,
  address,
  (n, length) => `https://example.com/${n}`.padEnd(length, '/a'),
  (n, length) => `Text ${n} `.padEnd(length, 'a'),
  (n, length) =>
    `0x${n
      .toString(16)
      .padStart(8, '0')
      .padEnd(length - (length % 2), '0')}`,
  (n, length) => `key${n}`.padEnd(length, 'a'),
  (n) => v5(String(n), v5.URL),
  (n) => String(n + 1),
  instant,
  (n) => instant(n).slice(0, 10),
  (n) => `person${n}@example.com`,
  (n) => `203.0.113.${n % 256}`,
  (n) => letter(n / 26) + letter(n),
  () => 'Africa/Lagos',
]

type Wanted = {
  /** The list or record that gets as many elements as it may hold. Others get one. */
  full?: Schema
  /** The most characters of a text. */
  textLength: number
}

/**
 * A value that a schema takes, another one for each `n`: with all fields if it takes all of them, else with those that
 * are required. Undefined if none of `KINDS` fits a text.
 */
export function validInput(schema: Schema, n: number, wanted: Wanted): unknown {
  return generate(schema, n, { ...wanted, isSparse: false })
}

type Generation = Wanted & { isSparse: boolean }

const takes = (schema: Schema, value: unknown) => z.core.safeParse(schema, value).success

function generate(schema: Schema, n: number, made: Generation): unknown {
  for (const isSparse of made.isSparse ? [true] : [false, true]) {
    const value = candidate(schema as z.core.$ZodTypes, n, { ...made, isSparse }) // the union of all that zod makes
    if (value !== undefined && takes(schema, value)) return value
  }
  return undefined
}

function candidate(schema: z.core.$ZodTypes, n: number, made: Generation): unknown {
  const { def } = schema._zod
  switch (def.type) {
    case 'string':
      return textOf(schema, n, made)
    case 'number':
      return [n, n + 1, 1, 2, 0.5].find((number) => takes(schema, number))
    case 'boolean':
      return true
    case 'literal':
      return def.values[0]
    case 'enum':
      return Object.values(def.entries)[n % Object.keys(def.entries).length]
    case 'unknown':
      return `Value ${n}`
    case 'union':
      return first(def.options.toSorted(byHolding(made.full)), (option) => generate(option, n, made))
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).flatMap(([name, field]) => {
          const value = isGiven(field, made) ? fieldOf(name, field, n, made) : undefined
          return value === undefined ? [] : [[name, value]]
        }),
      )
    case 'array':
      return many(schema, maxOf(def.checks), made).map((item) => generate(def.element, n + item, made))
    case 'record':
      return Object.fromEntries(
        many(schema, maxKeysOf(def), made).map((item) => [
          String(generate(def.keyType, n + item, made)),
          generate(def.valueType, n + item, made),
        ]),
      )
    case 'pipe':
      return textOf(schema, n, made) ?? generate(def.in, n, made)
    default:
      return first(partsOf(schema), (part) => generate(part.schema, n, made))
  }
}

/** Fields that take any text are addresses by their name: other fields of the body may require it. */
function fieldOf(name: string, field: Schema, n: number, made: Generation): unknown {
  return /address/i.test(name) && takes(field, address(n)) ? address(n) : generate(field, n, made)
}

function first<T>(all: readonly T[], make: (one: T) => unknown): unknown {
  for (const one of all) {
    const value = make(one)
    if (value !== undefined) return value
  }
  return undefined
}

function many(schema: Schema, maximum: number | undefined, { full }: Generation): number[] {
  return Array.from({ length: schema === full ? (maximum ?? 1) : 1 }, (_, item) => item)
}

function isGiven(field: Schema, { full, isSparse }: Generation): boolean {
  return !isSparse || !takes(field, undefined) || (full !== undefined && holds(field, full))
}

function holds(schema: Schema, part: Schema): boolean {
  return fieldsIn(schema).some((field) => field.schema === part)
}

function byHolding(full: Schema | undefined) {
  const rank = (option: Schema) => (full !== undefined && holds(option, full) ? 0 : 1)
  return (one: Schema, other: Schema) => rank(one) - rank(other)
}

type Text = (n: number) => string
/** The texts that a schema takes, by the most characters. */
const known = new WeakMap<Schema, Map<number, Text | undefined>>()

/** A text that the schema takes: of the first kind that fits, as long as it may be. The kind is found once. */
function textOf(schema: Schema, n: number, { textLength }: Generation): string | undefined {
  const texts = known.get(schema) ?? new Map<number, Text | undefined>()
  known.set(schema, texts)
  if (!texts.has(textLength)) texts.set(textLength, findKind(schema, textLength))
  return texts.get(textLength)?.(n)
}

function findKind(schema: Schema, textLength: number): Text | undefined {
  for (const kind of KINDS)
    for (let length = textLength; length >= MIN_TEXT; length = Math.floor(length * 0.8)) {
      const fits = [0, 1_000].every((n) => takes(schema, kind(n, length)))
      if (fits) return (n) => kind(n, length)
    }
  return undefined
}
