import type { AbiParameter } from 'viem'

/** A decoded value as JSON has it: integers are decimal strings. */
export type JsonValue = string | boolean | JsonValue[] | { [name: string]: JsonValue }

/**
 * Values of parameters as JSON: an object where all of them have names, else a list. Integers are always decimal
 * strings, tuples likewise objects or lists.
 */
export function toJson(parameters: readonly AbiParameter[], values: unknown): JsonValue {
  const list: readonly unknown[] = Array.isArray(values)
    ? values
    : parameters.map(({ name }) => Object(values)[name ?? ''])
  const parts = parameters.map((parameter, n) => toPart(parameter, list[n]))
  const names = parameters.map(({ name }) => name ?? '')
  if (names.length === 0 || names.includes('')) return parts
  return Object.fromEntries(names.map((name, n) => [name, parts[n] ?? '']))
}

function toPart(parameter: AbiParameter, value: unknown): JsonValue {
  const inner = /^(.*)\[\d*\]$/.exec(parameter.type)?.[1]
  if (inner !== undefined) {
    const items: readonly unknown[] = Array.isArray(value) ? value : []
    return items.map((item) => toPart({ ...parameter, type: inner }, item))
  }
  if (parameter.type === 'tuple') return toJson('components' in parameter ? (parameter.components ?? []) : [], value)
  if (typeof value === 'boolean') return value
  return String(value)
}
