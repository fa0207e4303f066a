import { decodeErrorResult, type Hex } from 'viem'
import { yieldTokenAbi } from '@/contracts/generated/yield-token'
import { isBlockedText } from '@/schemas/screening/words'
import { REFUSALS, type RefusalCode } from '@/server/refusals/refusals'

/** The API code for each error of the asset contracts. */
const CODES = {
  NotRegistered: 'not_registered',
  WalletFrozen: 'frozen',
  FrozenTokens: 'frozen',
  EnforcedPause: 'paused',
  LockedUp: 'locked_up',
  InvestorLimit: 'investor_limit',
  HolderLimit: 'holder_limit',
  SupplyLimit: 'supply_limit',
  InsufficientBalance: 'insufficient_balance',
  TokenClosed: 'token_closed',
  WalletTaken: 'wallet_taken',
  WalletHoldsTokens: 'wallet_holds_tokens',
  InvalidWallet: 'not_registered',
  ExpectedPause: 'token_state',
  UnderFunded: 'token_takes_fee',
} as const satisfies Record<string, RefusalCode>

/**
 * `payment_refused` occurs only on Solana, before anything is sent; `address_blocked` is not an error of the contract,
 * and ends operations before they are signed.
 */
export type ContractCode = (typeof CODES)[keyof typeof CODES] | 'payment_refused' | 'address_blocked'

const BY_NAME = new Map<string, ContractCode>(Object.entries(CODES))

/**
 * Reads the code from a text about a revert (`reverted with LockedUp: …`); null if it names no error of the contracts.
 */
function codeOfRevert(text: string): ContractCode | null {
  const name = /reverted with (\w+)/.exec(text)?.[1] ?? ''
  return BY_NAME.get(name) ?? null
}

/**
 * The code of an operation whose transaction failed, from the text of the failure. Other failures than errors of the
 * contracts and blocked addresses are `transaction_failed`.
 */
export function codeOfFailure(text: string): ContractCode | 'transaction_failed' {
  if (isBlockedText(text)) return 'address_blocked'
  return codeOfRevert(text) ?? 'transaction_failed'
}

/** Reads the code from the reason of a refused line: the selector of the error, padded with zeros. */
export function codeOfReason(reason: string): ContractCode | null {
  const data: Hex = `0x${reason.slice(2, 10)}`
  try {
    return BY_NAME.get(decodeErrorResult({ abi: yieldTokenAbi, data }).errorName) ?? null
  } catch {
    return null
  }
}

/** A refusal before anything is sent, with the message of its code. */
export function toContractRefusal(code: ContractCode): { error: string; code: ContractCode } {
  const { message } = REFUSALS[code]
  return { error: `Not sent: ${message.charAt(0).toLowerCase()}${message.slice(1)}`, code }
}
