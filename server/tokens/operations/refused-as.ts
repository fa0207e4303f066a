import { TOKEN_REFUSALS } from '@/server/refusals/token-refusals'
import type { ContractCode } from './error-codes'

/** What is refused before anything is sent, in the words of the reference. */
export function refusedAs(code: ContractCode): { error: string; code: ContractCode } {
  const { message } = TOKEN_REFUSALS[code]
  return { error: `Not sent: ${message.charAt(0).toLowerCase()}${message.slice(1)}`, code }
}
