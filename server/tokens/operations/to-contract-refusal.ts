import { REFUSALS } from '@/server/refusals/refusals'
import type { ContractCode } from './error-codes'

/** A refusal before anything is sent, with the message of its code. */
export function toContractRefusal(code: ContractCode): { error: string; code: ContractCode } {
  const { message } = REFUSALS[code]
  return { error: `Not sent: ${message.charAt(0).toLowerCase()}${message.slice(1)}`, code }
}
