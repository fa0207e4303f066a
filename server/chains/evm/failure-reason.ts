import { cleanReason, revertReason } from './revert-reason'
import { classifySendError } from './send-outcome'

type NodeError = { code: number; message: string; data?: unknown }

const OUT_OF_GAS = /out of gas|gas required exceeds|OutOfGas|exceeds block gas limit|intrinsic gas too low|gas too low/i
const BROKEN_CODE =
  /invalid opcode|invalid jump|stack (under|over)flow|bad ?instruction|InvalidFEOpcode|StackUnderflow|StackOverflow|EvmError: (?!Revert)/i

/**
 * The reason why a simulated call failed, from a node's error and as the end of a sentence about the call. Null if the
 * error is the node's own (limits, timeouts, missing state) and says nothing about the call.
 */
export function failureReason({ code, message, data }: NodeError): string | null {
  if (classifySendError(message) === 'starved') return 'would move more than the wallet holds'
  const reverted = code === 3 || /revert/i.test(message) || /^revert/i.test(String(data))
  if (reverted) return withData(data) ?? fromMessage(message)
  if (OUT_OF_GAS.test(message)) return 'needs more gas than a block can hold'
  if (BROKEN_CODE.test(message)) return 'hits an invalid instruction'
  return null
}

/** geth and similar nodes send hex, Nethermind and Parity send `Reverted 0x…`, and some gateways wrap it once more. */
function withData(data: unknown): string | null {
  const text = typeof data === 'object' && data !== null && 'data' in data ? data.data : data
  const hex = typeof text === 'string' ? /0x[0-9a-f]*/i.exec(text)?.[0] : undefined
  return hex === undefined || hex === '0x' ? null : revertReason(hex)
}

function fromMessage(message: string): string {
  const said = cleanReason(message.replace(/^.*?revert(ed)?\b(:| with reason string)?/i, ''))
  return said ? `reverted: ${said}` : revertReason(null)
}
