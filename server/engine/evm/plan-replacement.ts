import { classifySendError, type SendOutcome } from '@/server/chains/evm/classify-send-error'
import { replacementFees } from '@/server/chains/evm/fees'
import type { Fees, Market } from '@/server/chains/evm/read-market'

/** The newest attempt of a transaction that no block holds. */
export type NewestAttempt = Fees & {
  reason: 'first' | 'bump' | 'cancel' | 'resign' | 'found'
  detail: string | null
  outcome: 'unsent' | 'accepted' | 'rejected' | 'unknown'
  sends: number
  /** Since it was signed. */
  ageMs: number
}

export type StuckTransaction = {
  newest: NewestAttempt
  /** It has the lowest unmined nonce of its lane; the transactions after it wait for it. */
  isHead: boolean
  /** Another transaction with this nonce is mined. */
  isConsumed: boolean
  /** Some node may have an attempt of it in its pool. */
  wasEverOut: boolean
  cancelRequested: boolean
  /** A speed-up was requested after the newest attempt was signed. */
  speedUpRequested: boolean
}

export type StuckAction =
  | { action: 'judge' }
  | { action: 'resend' }
  | { action: 'replace'; reason: 'bump' | 'cancel'; fees: Fees }
  /** The replacement would need fees above the chain's cap. */
  | { action: 'capped' }

/** If all endpoints refuse the bytes this often and never answer anything else, no node will accept them. */
const REFUSALS_FOR_GOOD = 3

/**
 * Decides the next step for a signed transaction that no block contains. Pure. A replacement keeps the nonce; its fees
 * are at least an eighth higher and not below the market. A transaction that no node will accept is replaced by a
 * transfer of zero to its own wallet.
 */
export function planReplacement(
  stuck: StuckTransaction,
  market: Market,
  policy: { bumpAfterMs: number; capPerGas: bigint },
): StuckAction {
  const { newest } = stuck
  if (stuck.isConsumed) return { action: 'judge' }
  if (newest.reason !== 'cancel' && (stuck.cancelRequested || isRefusedForGood(stuck)))
    return replace('cancel', newest, market, policy.capPerGas)
  if (stuck.speedUpRequested || wasUnderpriced(newest)) return replace('bump', newest, market, policy.capPerGas)
  if (newest.ageMs < policy.bumpAfterMs) return { action: 'resend' }
  if (!isLeftBehind(stuck, market)) return { action: 'resend' }
  return replace('bump', newest, market, policy.capPerGas)
}

/** A replacement of a cancelling attempt cancels as well. */
function replace(reason: 'bump' | 'cancel', newest: NewestAttempt, market: Market, capPerGas: bigint): StuckAction {
  const fees = replacementFees(newest, market, capPerGas)
  if (!fees) return { action: 'capped' }
  return { action: 'replace', reason: newest.reason === 'cancel' ? 'cancel' : reason, fees }
}

function lastAnswer({ outcome, detail }: NewestAttempt): SendOutcome | null {
  return outcome === 'rejected' && detail !== null ? classifySendError(detail) : null
}

/** Whether the current base fee keeps its newest attempt out of blocks, even if a person requested it. */
export function cannotBeMined(stuck: StuckTransaction, market: Market): boolean {
  return isRefusedForGood(stuck) || wasUnderpriced(stuck.newest) || isLeftBehind(stuck, market)
}

function isRefusedForGood({ newest, wasEverOut }: StuckTransaction): boolean {
  return !wasEverOut && newest.sends >= REFUSALS_FOR_GOOD && lastAnswer(newest) === 'rejected'
}

function wasUnderpriced(newest: NewestAttempt): boolean {
  return lastAnswer(newest) === 'underpriced'
}

/**
 * Whether the market moved: its fee cap is below the base fee (at any position of the lane), or others pay a clearly
 * higher tip (first of its lane only).
 */
function isLeftBehind({ newest, isHead }: StuckTransaction, { baseFeePerGas, maxPriorityFeePerGas }: Market): boolean {
  if (newest.maxFeePerGas < baseFeePerGas) return true
  if (!isHead) return false
  const room = newest.maxFeePerGas - baseFeePerGas
  return [newest.maxPriorityFeePerGas, room].some((tip) => tip * 10n < maxPriorityFeePerGas * 9n)
}
