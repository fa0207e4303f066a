import { REFUSALS } from '@/server/refusals/refusals'
import type { ContractCode } from './error-codes'

/** A refusal before anything is sent, in the words of the reference. */
export function refusedAs(code: ContractCode): { error: string; code: ContractCode } {
  const { message } = REFUSALS[code]
  return { error: `Not sent: ${message.charAt(0).toLowerCase()}${message.slice(1)}`, code }
}
