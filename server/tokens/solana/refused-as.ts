import type { ContractCode } from '../operations/error-codes'
import type { OperationRefusal } from '../operations/prepare-operation'

const WORDS: Partial<Record<ContractCode, string>> = {
  not_registered: 'the wallet is not registered',
  frozen: 'the wallet is frozen',
  wallet_taken: 'the wallet is registered for another investor',
  wallet_holds_tokens: 'the wallet still holds some',
  insufficient_balance: 'the wallet holds less',
  supply_limit: 'there would be more than the chain can count',
}

/** What a plan is refused with before anything is sent. */
export function refusedAs(code: ContractCode): OperationRefusal {
  return { error: `Not sent: ${WORDS[code] ?? code}`, code }
}

/** More units than this no account can hold. */
export const MOST_SOLANA_UNITS = 2n ** 64n - 1n
