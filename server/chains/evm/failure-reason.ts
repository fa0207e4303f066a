import { type Hex, isHex } from 'viem'
import type { AbiError } from '@/server/text/declaration-tokens'
import { classifySendError } from './classify-send-error'
import { cleanReason, revertReason } from './revert-reason'

type NodeError = { code: number; message: string; data?: unknown }

const OUT_OF_GAS = /out of gas|gas required exceeds|OutOfGas|exceeds block gas limit|intrinsic gas too low|gas too low/i
const BROKEN_CODE =
  /invalid opcode|invalid jump|stack (under|over)flow|bad ?instruction|InvalidFEOpcode|StackUnderflow|StackOverflow|EvmError: (?!Revert)/i

/**
 * The reason why a simulated call failed, from a node's error and as the end of a sentence about the call. Null if the
 * error is the node's own (limits, timeouts, missing state) and says nothing about the call. `declared` are errors of
 * the contract that the caller declared.
 */
export function failureReason({ code, message, data }: NodeError, declared: readonly AbiError[] = []): string | null {
  if (classifySendError(message) === 'insufficient_funds') return 'would move more than the wallet holds'
  const reverted = code === 3 || /revert/i.test(message) || /^revert/i.test(String(data))
  if (reverted) {
    const bytes = revertData(data)
    return bytes === null ? fromMessage(message) : revertReason(bytes, declared)
  }
  if (OUT_OF_GAS.test(message)) return 'needs more gas than a block can hold'
  if (BROKEN_CODE.test(message)) return 'hits an invalid instruction'
  return null
}

/**
 * The bytes that a contract reverted with, from a node's error; null if it has none. Most nodes, such as geth, send
 * hex. Nethermind and Parity send `Reverted 0x…`, and some gateways wrap it again.
 */
export function revertData(data: unknown): Hex | null {
  const text = typeof data === 'object' && data !== null && 'data' in data ? data.data : data
  const hex = typeof text === 'string' ? /0x[0-9a-f]*/i.exec(text)?.[0].toLowerCase() : undefined
  return hex === undefined || hex === '0x' || !isHex(hex) ? null : hex
}

function fromMessage(message: string): string {
  const reason = cleanReason(message.replace(/^.*?revert(ed)?\b(:| with reason string)?/i, ''))
  return reason ? `reverted: ${reason}` : revertReason(null)
}
