import { type Abi, decodeErrorResult, type Hex, isHex } from 'viem'
import { assetErrorsAbi } from '@/contracts/generated/asset-errors'
import { knownErrorsAbi } from '@/contracts/generated/known-errors'
import { toJson } from '@/server/abi/to-json'
import type { AbiError } from '@/server/text/declaration-tokens'
import { KNOWN_ERRORS } from './known-errors'

const ABI: Abi = [...knownErrorsAbi, ...assetErrorsAbi]
const SENTENCES = new Map(Object.entries(KNOWN_ERRORS))

/** The codes of Solidity's own checks. */
const PANICS: Readonly<Record<string, string>> = {
  '0x1': 'an assertion failed',
  '0x11': 'arithmetic overflow or underflow',
  '0x12': 'division by zero',
  '0x21': 'no such enum value',
  '0x22': 'storage is encoded wrongly',
  '0x31': 'pop of an empty array',
  '0x32': 'an index is out of bounds',
  '0x41': 'too much memory was requested',
  '0x51': 'a function that was never set is called',
}

const MAX_TEXT = 200
const MAX_DATA = 138
const MAX_ARGS_TEXT = 400
/** Pointers of lists may name the same bytes again and again. */
const MAX_DECODED_BYTES = 32_768

/**
 * The reason in revert data, as the end of a sentence about the call: `reverted: insufficient balance`, `reverted with
 * ERC20InsufficientBalance: …`. `declared` are errors that the caller declared, in addition to the known ones. Text of
 * the contract is cleaned and cut. Never throws.
 */
export function revertReason(data: string | null, declared: readonly AbiError[] = []): string {
  if (data === null || !isHex(data) || data === '0x') return 'reverted without a reason'
  const error = namedRevert(data, declared)
  if (!error) return unknownError(data)
  const { name, args, names, isDeclared } = error
  if (!isDeclared && name === 'Error') return args[0] ? `reverted: ${args[0]}` : 'reverted without a reason'
  if (!isDeclared && name === 'Panic') return panic(args[0])
  const sentence = isDeclared ? undefined : SENTENCES.get(name)
  if (sentence) return `reverted with ${name}: ${sentence(args)}`
  const text = args.map((arg, n) => (names[n] ? `${names[n]}: ${arg}` : arg)).join(', ')
  return `reverted with ${name}(${cut(text, MAX_ARGS_TEXT)})`
}

type NamedRevert = { name: string; args: string[]; names: (string | undefined)[]; isDeclared: boolean }

/**
 * The error in revert data, with its arguments as clean text, lists and tuples as JSON; null if it is neither known nor
 * declared.
 */
export function namedRevert(data: Hex, declared: readonly AbiError[] = []): NamedRevert | null {
  // viem decodes Solidity's own two errors, Error and Panic, without an ABI.
  const decoded = decode(ABI, data)
  if (decoded) return { ...decoded, isDeclared: false }
  const named = declared.length === 0 ? null : decode(declared, data)
  return named && { ...named, isDeclared: true }
}

function decode(abi: Abi, data: Hex): Omit<NamedRevert, 'isDeclared'> | null {
  if (data.length > 2 + 2 * MAX_DECODED_BYTES) return null
  try {
    const { abiItem, errorName, args } = decodeErrorResult<Abi>({ abi, data })
    const inputs = abiItem.type === 'error' ? abiItem.inputs : []
    const values = inputs.map((input, n) => {
      const value = toJson([{ ...input, name: '' }], [args?.[n]])
      const [one] = Array.isArray(value) ? value : []
      return cleanReason(typeof one === 'object' ? JSON.stringify(one) : String(one))
    })
    return { name: errorName, args: values, names: inputs.map(({ name }) => name) }
  } catch {
    return null
  }
}

function panic(code: string | undefined): string {
  const hex = code !== undefined && /^\d+$/.test(code) ? `0x${BigInt(code).toString(16)}` : 'unknown'
  return `reverted with panic ${hex.slice(0, MAX_DATA)}: ${PANICS[hex] ?? 'a check of the compiler failed'}`
}

function unknownError(data: Hex): string {
  if (data.length < 10) return `reverted with the data ${data}`
  const selector = data.slice(0, 10)
  const rest = data.length > MAX_DATA ? `${data.slice(0, MAX_DATA)}…` : data
  return `reverted with custom error ${selector}${data.length > 10 ? ` (data ${rest})` : ''}`
}

/** Cleans text from a contract or a node: no control, formatting or broken characters, one line, limited length. */
export function cleanReason(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffd]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return cut(line, MAX_TEXT)
}

function cut(line: string, length: number): string {
  return line.length > length ? `${Array.from(line).slice(0, length).join('')}…` : line
}
