import { z } from 'zod'
import { isPayable, isRead, parseFunction, writeFunction } from '@/server/abi/read-function'

/** A function of a contract that can be called by form. */
export type ContractFunction = {
  /** The name with the types of the parameters, which distinguishes overloaded functions. */
  signature: string
  /** As the API takes it. */
  declaration: string
  inputs: readonly Parameter[]
  isRead: boolean
  isPayable: boolean
}
export type Parameter = { type: string; name?: string; components?: readonly Parameter[] }

export type ContractAbi = {
  functions: ContractFunction[]
  /** The custom errors, as the API takes them. */
  errors: string[]
  /** Functions that the API cannot call, each with the reason. */
  unread: string[]
}

/** The maximum number of errors by which the API names reverts. */
const MAX_ERRORS = 32

const entry = z.looseObject({ type: z.string().optional(), name: z.string().optional() })
const NOT_JSON = 'This is not JSON. Paste the ABI as the compiler writes it: [{"type":"function","name":…}]'
const NO_ABI = 'This is not an ABI. An ABI is a list of functions, or an object with that list under "abi"'

/** Reads a JSON ABI, alone or in the artifact of a compiler. */
export function readAbi(text: string): ContractAbi | { problem: string } {
  if (text.trim() === '') return { problem: 'Paste the ABI of the contract' }
  const json = parse(text)
  if (json === undefined) return { problem: NOT_JSON }
  const entries = z.array(entry).safeParse(listIn(json)).data
  if (!entries) return { problem: NO_ABI }
  const read = entries.filter(({ type }) => type === 'function').map(readFunction)
  const functions = read.flatMap((one) => ('problem' in one ? [] : [one]))
  const unread = read.flatMap((one) => ('problem' in one ? [one.problem] : []))
  if (functions.length === 0) return { problem: ['This ABI has no function that can be called', ...unread].join('. ') }
  const errors = entries.filter(({ type }) => type === 'error').flatMap(readError)
  return { functions: functions.toSorted(byName), errors: errors.slice(0, MAX_ERRORS), unread }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The list of entries: the text may also be an artifact that has it, or one entry alone. */
function listIn(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json
  if ('abi' in json) return json.abi
  return 'type' in json ? [json] : json
}

function readFunction(given: z.output<typeof entry>): ContractFunction | { problem: string } {
  const parsed = parseFunction(JSON.stringify(given))
  if ('problem' in parsed) return { problem: `${given.name || 'A function'} ${parsed.problem}` }
  const { declared } = parsed
  return {
    signature: `${declared.name}(${declared.inputs.map(typeText).join(',')})`,
    declaration: writeFunction(declared),
    inputs: declared.inputs,
    isRead: isRead(declared),
    isPayable: isPayable(declared),
  }
}

/** An error is declared as a function is. One that cannot be read only leaves reverts without its name. */
function readError(given: z.output<typeof entry>): string[] {
  const { name, inputs } = given
  const parsed = parseFunction(JSON.stringify({ type: 'function', name, inputs }))
  return 'problem' in parsed ? [] : [writeFunction(parsed.declared).replace('function', 'error')]
}

/** The type of a parameter as signatures write it. */
export function typeText({ type, components = [] }: Parameter): string {
  return type.startsWith('tuple') ? `(${components.map(typeText).join(',')})${type.slice('tuple'.length)}` : type
}

function byName(a: ContractFunction, b: ContractFunction): number {
  return a.signature.localeCompare(b.signature, 'en')
}
