import { canonicalJson, isObject } from './json'

const EQUALITY = /^event\.([\w.]+) == async\.([\w.]+)$/

/** `event.data.id == async.data.id`, which the SDK generates from `match`, is looked up instead of evaluated. */
export function equalityPath(condition: string): string | null {
  const found = EQUALITY.exec(condition)
  return found?.[1] && found[1] === found[2] ? found[1] : null
}

/** The value at a dotted path as comparable text; null if there is none. */
export function valueAt(event: unknown, path: string): string | null {
  let value: unknown = event
  for (const field of path.split('.')) {
    if (!isObject(value)) return null
    value = value[field]
  }
  return value === undefined ? null : canonicalJson(value)
}
