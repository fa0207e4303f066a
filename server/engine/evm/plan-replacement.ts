import { replacementFees } from '@/server/chains/evm/fees'
import type { Fees, Market } from '@/server/chains/evm/read-market'
import { classifySendError, type SendOutcome } from '@/server/chains/evm/send-outcome'

/** The newest signed form of a transaction that no block holds. */
export type Newest = Fees & {
  reason: 'first' | 'bump' | 'cancel' | 'resign' | 'found'
  detail: string | null
  outcome: 'unsent' | 'accepted' | 'rejected' | 'unknown'
  sends: number
  /** Since it was signed. */
  ageMs: number
}

export type Stuck = {
  newest: Newest
  /** The lowest unmined nonce of its lane: what comes after it waits for it. */
  isHead: boolean
  /** Blocks hold another transaction with this nonce. */
  isConsumed: boolean
  /** An earlier form of it may be in some pool. */
  wasEverOut: boolean
  cancelRequested: boolean
  /** Asked for after the newest form was signed. */
  speedUpRequested: boolean
}

export type StuckAction =
  | { action: 'judge' }
  | { action: 'resend' }
  | { action: 'replace'; reason: 'bump' | 'cancel'; fees: Fees }
  /** It would take more than the chain's cap. */
  | { action: 'capped' }

/** A refusal this often, everywhere, and never a sign of life: no node will carry these bytes. */
const REFUSALS_FOR_GOOD = 3

/**
 * What to do about a signed transaction that no block holds. Pure. Bytes are only replaced under their own nonce, by
 * fees at least an eighth higher and not below the market; what no node will ever carry is closed by a transfer of
 * nothing.
 */
export function planReplacement(
  stuck: Stuck,
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

/** A replacement of a cancelling form cancels as well. */
function replace(reason: 'bump' | 'cancel', newest: Newest, market: Market, capPerGas: bigint): StuckAction {
  const fees = replacementFees(newest, market, capPerGas)
  if (!fees) return { action: 'capped' }
  return { action: 'replace', reason: newest.reason === 'cancel' ? 'cancel' : reason, fees }
}

function lastAnswer({ outcome, detail }: Newest): SendOutcome | null {
  return outcome === 'rejected' && detail !== null ? classifySendError(detail) : null
}

/** No block takes its newest signed form now, even if a person asked for it. */
export function cannotBeMined(stuck: Stuck, market: Market): boolean {
  return isRefusedForGood(stuck) || wasUnderpriced(stuck.newest) || isLeftBehind(stuck, market)
}

function isRefusedForGood({ newest, wasEverOut }: Stuck): boolean {
  return !wasEverOut && newest.sends >= REFUSALS_FOR_GOOD && lastAnswer(newest) === 'rejected'
}

function wasUnderpriced(newest: Newest): boolean {
  return lastAnswer(newest) === 'underpriced'
}

/**
 * The market moved: no block would take it (at any place in the lane), or others pay the miner clearly more (the head
 * only).
 */
function isLeftBehind({ newest, isHead }: Stuck, { baseFeePerGas, maxPriorityFeePerGas }: Market): boolean {
  if (newest.maxFeePerGas < baseFeePerGas) return true
  if (!isHead) return false
  const room = newest.maxFeePerGas - baseFeePerGas
  return [newest.maxPriorityFeePerGas, room].some((tip) => tip * 10n < maxPriorityFeePerGas * 9n)
}
