import { type Call, textOf } from './command'
import { UsageError } from './terminal'

export const METADATA_OPTION = {
  type: 'string',
  multiple: true,
  value: 'key=value',
} as const

export const CHAIN_TYPE_OPTION = { type: 'string', value: 'EVM|SOLANA', description: 'The chain family' } as const

/** The text of an option. Throws UsageError if it is missing. */
export function requireText(values: Call['values'], name: string): string {
  const text = textOf(values, name)
  if (!text) throw new UsageError(`--${name} is missing`)
  return text
}

/** The whole number of an option, or undefined if it is not given. Throws UsageError. */
export function numberOf(values: Call['values'], name: string): number | undefined {
  const text = textOf(values, name)
  if (text === undefined) return undefined
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--${name} is not a whole number`)
  return Number(text)
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** The milliseconds of a duration such as `10m`. Throws UsageError, which names what else the option takes. */
export function toDurationMs(text: string, name: string, others = ''): number {
  const [, count = '', unit = ''] = /^(\d{1,5})([smhd])$/.exec(text) ?? []
  const unitMs = UNIT_MS[unit]
  if (unitMs === undefined) throw new UsageError(`--${name} is not a duration (30s, 10m, 2h, 7d)${others}: ${text}`)
  return Number(count) * unitMs
}

/** The pairs of `--metadata key=value`, or undefined if it is not given. Throws UsageError. */
export function metadataOf({ metadata: given }: Call['values']): Record<string, string> | undefined {
  if (!Array.isArray(given)) return undefined
  const pairs = new Map<string, string>()
  for (const text of given.map(String)) {
    const [, key, value] = /^([^=]+)=(.+)$/s.exec(text) ?? []
    if (key === undefined || value === undefined) throw new UsageError(`--metadata is not key=value: ${text}`)
    if (pairs.has(key)) throw new UsageError(`--metadata names ${key} twice`)
    pairs.set(key, value)
  }
  return Object.fromEntries(pairs)
}

/** Throws UsageError. */
export function chainTypeOf(text: string | undefined): 'EVM' | 'SOLANA' | undefined {
  const name = text?.toUpperCase()
  if (name === undefined || name === 'EVM' || name === 'SOLANA') return name
  throw new UsageError('--chain-type is EVM or SOLANA')
}

/** Throws UsageError. */
export function networkOf(text: string): 'MAINNET' | 'TESTNET' {
  const name = text.toUpperCase()
  if (name === 'MAINNET' || name === 'TESTNET') return name
  throw new UsageError('--network is MAINNET or TESTNET')
}

/** The JSON of an argument. Throws UsageError. */
export function parseInput(text: string): object {
  try {
    return Object(JSON.parse(text))
  } catch {
    throw new UsageError('The input is not JSON')
  }
}
