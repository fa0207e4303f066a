import type { z } from 'zod'
import { EACH, type Part, partsOf, type Schema } from './schema-parts'

/** Reading a list or an object of this length costs less than walking its schema. */
const SHORT = 20

/**
 * `field: message` for each list or record that is longer than its schema permits. They are counted before the schema
 * reads them, because a schema reads all elements before it counts them.
 */
export function findLongLists(schema: Schema, value: unknown): string[] {
  return hasLongList(value) ? longListsIn(schema, value, '') : []
}

function hasLongList(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const items = Object.values(value)
  return items.length > SHORT || items.some(hasLongList)
}

function longListsIn(schema: Schema, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'union') {
    const options = def.options.filter((option) => takesLists(option) === Array.isArray(value))
    const found = options.map((option) => longListsIn(option, value, path))
    return found.some((problems) => problems.length === 0) ? [] : (found[0] ?? [])
  }
  if (def.type === 'array') {
    if (!Array.isArray(value)) return []
    const maximum = maxOf(def.checks)
    if (maximum !== undefined && value.length > maximum)
      return [`${path || 'body'}: Too big: expected array to have <=${maximum} items`]
  }
  if (def.type === 'record' && !Array.isArray(value)) {
    const maximum = maxKeysOf(def)
    if (maximum !== undefined && Object.keys(value).length > maximum)
      return [`${path || 'body'}: Too big: expected record to have <=${maximum} keys`]
  }
  const found = partsOf(schema).flatMap((part) =>
    valuesAt(part.key, value).flatMap(([key, inner]) => longListsIn(part.schema, inner, join(path, key))),
  )
  // The two sides of a pipe read the same value.
  return def.type === 'pipe' ? found.slice(0, 1) : found
}

/** The values that a part of the schema reads, by key; the key is null if it reads the value itself. */
function valuesAt(key: Part['key'], value: object): [string | null, unknown][] {
  if (key === null) return [[null, value]]
  if (key === EACH) return Object.entries(value)
  return Object.hasOwn(value, key) ? [[key, Reflect.get(value, key)]] : []
}

function join(path: string, key: string | null): string {
  if (key === null) return path
  return path === '' ? key : `${path}.${key}`
}

function takesLists(schema: Schema): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'array' || def.type === 'tuple' || ('innerType' in def && takesLists(def.innerType))
}

/** The maximum length of a list with these checks; undefined if there is none. */
export function maxOf(checks: readonly z.core.$ZodCheck[] = []): number | undefined {
  const most = checks.flatMap(({ _zod }) => {
    const { def } = _zod as z.core.$ZodChecks['_zod']
    return def.check === 'max_length' ? [def.maximum] : def.check === 'length_equals' ? [def.length] : []
  })
  return most.length > 0 ? Math.min(...most) : undefined
}

/** The maximum number of keys of such a record; undefined if there is none. */
export function maxKeysOf({ keyType, ...def }: z.core.$ZodRecordDef): number | undefined {
  const keys = (keyType as z.core.$ZodTypes)._zod.def
  if (keys.type === 'enum') return Object.keys(keys.entries).length
  return 'maxKeys' in def && typeof def.maxKeys === 'number' ? def.maxKeys : undefined
}
