import type { z } from 'zod'

type Schema = z.core.$ZodType

/** Reading a list or an object of this length costs less than walking its schema. */
const SHORT = 20

/**
 * `field: message` for each list or record that is longer than its schema allows. A schema reads all elements and keys
 * before it counts them, and a stranger could multiply their cost: they are counted before anything reads them.
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
  const inner = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`)
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return longListsIn(def.innerType, value, path)
    case 'lazy':
      return longListsIn(def.getter(), value, path)
    case 'pipe':
      return [def.in, def.out].flatMap((part) => longListsIn(part, value, path)).slice(0, 1)
    case 'intersection':
      return [def.left, def.right].flatMap((part) => longListsIn(part, value, path))
    case 'union': {
      const options = def.options.filter((option) => takesLists(option) === Array.isArray(value))
      const found = options.map((option) => longListsIn(option, value, path))
      return found.some((problems) => problems.length === 0) ? [] : (found[0] ?? [])
    }
    case 'object':
      return Object.entries(value).flatMap(([key, field]) => {
        const known = Object.hasOwn(def.shape, key) ? def.shape[key] : undefined
        return known ? longListsIn(known, field, inner(key)) : []
      })
    case 'record': {
      const maximum = maxKeysOf(def)
      if (maximum !== undefined && !Array.isArray(value) && Object.keys(value).length > maximum)
        return [`${path || 'body'}: Too big: expected record to have <=${maximum} keys`]
      return Object.entries(value).flatMap(([key, field]) => longListsIn(def.valueType, field, inner(key)))
    }
    case 'array': {
      if (!Array.isArray(value)) return []
      const maximum = maxOf(def.checks)
      if (maximum !== undefined && value.length > maximum)
        return [`${path || 'body'}: Too big: expected array to have <=${maximum} items`]
      return value.flatMap((item, n) => longListsIn(def.element, item, inner(n)))
    }
    default:
      return []
  }
}

function takesLists(schema: Schema): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'array' || def.type === 'tuple' || ('innerType' in def && takesLists(def.innerType))
}

/** How long a list with these checks may be; undefined where they do not say. */
export function maxOf(checks: readonly z.core.$ZodCheck[] = []): number | undefined {
  const most = checks.flatMap(({ _zod }) => {
    const { def } = _zod as z.core.$ZodChecks['_zod']
    return def.check === 'max_length' ? [def.maximum] : def.check === 'length_equals' ? [def.length] : []
  })
  return most.length > 0 ? Math.min(...most) : undefined
}

/** How many keys such a record may have; undefined where its schema does not say. */
export function maxKeysOf({ keyType, ...def }: z.core.$ZodRecordDef): number | undefined {
  const keys = (keyType as z.core.$ZodTypes)._zod.def
  if (keys.type === 'enum') return Object.keys(keys.entries).length
  return 'maxKeys' in def && typeof def.maxKeys === 'number' ? def.maxKeys : undefined
}
