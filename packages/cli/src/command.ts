import type { Client } from '@slipway/sdk'
import type { Terminal } from './terminal'

export type Option = {
  type: 'string' | 'boolean'
  description: string
  value?: string
  short?: string
  /** Whether it may be given several times. */
  multiple?: boolean
}

/** Options that every command takes. */
export const SHARED_OPTIONS: Readonly<Record<string, Option>> = {
  json: { type: 'boolean', description: 'Prints JSON' },
  'base-url': { type: 'string', value: 'url', description: 'The address of the API' },
  help: { type: 'boolean', short: 'h', description: 'Shows the options of the command' },
}

export type Values = Record<string, string | boolean | readonly (string | boolean)[] | undefined>

/** The input of a command. */
export type Call = {
  terminal: Terminal
  values: Values
  positionals: readonly string[]
  /** A client of the project that is signed in. */
  client: () => Promise<Client>
  /** Prints rows as a table, or as JSON with `--json`. */
  show: (rows: readonly object[], columns: readonly string[]) => void
  /** Prints one record with a line for each of these fields, or as a JSON object with `--json`. */
  showOne: (record: object, fields: readonly string[]) => void
}

/** One command. Help and completions are made from it. */
export type Command = {
  name: string
  /** `tx <id>`. */
  usage: string
  summary: string
  /** The minimum and maximum number of positionals. */
  takes: readonly [number, number]
  /** The values of its first positional argument, for completions. */
  words?: readonly string[]
  options: Readonly<Record<string, Option>>
  run: (call: Call) => Promise<void>
}

/** The text of an option. */
export function textOf(values: Values, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}
