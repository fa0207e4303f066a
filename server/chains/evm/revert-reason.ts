import { type Abi, decodeErrorResult, type Hex, isHex } from 'viem'
import { assetErrorsAbi } from '@/contracts/generated/asset-errors'
import { knownErrorsAbi } from '@/contracts/generated/known-errors'
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
  '0x41': 'too much memory is asked for',
  '0x51': 'a function that was never set is called',
}

const MAX_TEXT = 200
const MAX_DATA = 138

/**
 * The reason in revert data, as the end of a sentence about the call: `reverted: insufficient balance`, `reverted with
 * ERC20InsufficientBalance: …`. Text of the contract is cleaned and cut; no `data` makes it throw.
 */
export function revertReason(data: string | null): string {
  if (data === null || !isHex(data) || data === '0x') return 'reverted without a reason'
  const error = decode(data)
  if (!error) return unknownError(data)
  const args = error.args.map((arg) => cleanReason(String(arg)))
  if (error.name === 'Error') return args[0] ? `reverted: ${args[0]}` : 'reverted without a reason'
  if (error.name === 'Panic') return panic(error.args[0])
  const sentence = SENTENCES.get(error.name)
  return sentence ? `reverted with ${error.name}: ${sentence(args)}` : unknownError(data)
}

/** The error in revert data, with its arguments as clean text; null if the error is not known. */
export function namedRevert(data: Hex): { name: string; args: string[] } | null {
  const error = decode(data)
  return error && { name: error.name, args: error.args.map((arg) => cleanReason(String(arg))) }
}

function decode(data: Hex): { name: string; args: readonly unknown[] } | null {
  try {
    // viem decodes Solidity's own two errors, Error and Panic, without an ABI.
    const { errorName, args } = decodeErrorResult<Abi>({ abi: ABI, data })
    return { name: errorName, args: args ?? [] }
  } catch {
    return null
  }
}

function panic(code: unknown): string {
  const hex = typeof code === 'bigint' ? `0x${code.toString(16)}` : 'unknown'
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
  return line.length > MAX_TEXT ? `${Array.from(line).slice(0, MAX_TEXT).join('')}…` : line
}
