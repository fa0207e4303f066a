import { addressText } from '@/schemas/addresses/contract'
import type { Parameter } from './read-abi'

/** The input format of a parameter. */
export type ArgumentKind = 'address' | 'bool' | 'integer' | 'bytes' | 'string' | 'json'

export function kindOf({ type }: Parameter): ArgumentKind {
  if (type === 'address' || type === 'bool' || type === 'string') return type
  if (/^u?int\d*$/.test(type)) return 'integer'
  return /^bytes\d*$/.test(type) ? 'bytes' : 'json'
}

/** The argument of a call from the text of its field; lists and tuples are entered as JSON. */
export function toArgument(parameter: Parameter, text: string): { value: unknown } | { problem: string } {
  const trimmed = text.trim()
  switch (kindOf(parameter)) {
    case 'string':
      return { value: text }
    case 'bool':
      return trimmed === '' ? { problem: 'Choose true or false' } : { value: trimmed === 'true' }
    case 'address': {
      const { data, error } = addressText('EVM').safeParse(trimmed)
      return data === undefined ? { problem: error?.issues[0]?.message ?? 'Enter an address' } : { value: data }
    }
    case 'integer':
      return /^-?\d{1,78}$/.test(trimmed) ? { value: trimmed } : { problem: 'Enter a whole number, such as 1000000' }
    case 'bytes':
      return toBytes(parameter.type, trimmed)
    case 'json':
      return toJson(parameter, trimmed)
  }
}

function toBytes(type: string, text: string): { value: string } | { problem: string } {
  const size = Number(type.slice('bytes'.length))
  if (!/^0x([0-9a-fA-F]{2})*$/.test(text)) return { problem: 'Enter bytes in hex, such as 0x48656c6c6f' }
  if (size > 0 && text.length !== 2 + 2 * size) return { problem: `Enter exactly ${size} bytes` }
  return { value: text }
}

function toJson({ type }: Parameter, text: string): { value: unknown } | { problem: string } {
  const isList = type.endsWith(']')
  try {
    const value: unknown = JSON.parse(text)
    if (isList ? Array.isArray(value) : typeof value === 'object' && value !== null) return { value }
  } catch {
    // JSON of another type gets the error of text that is not JSON.
  }
  return { problem: isList ? 'Enter a JSON list, such as ["1", "2"]' : 'Enter a JSON list or object with all parts' }
}
