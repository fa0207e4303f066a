import { replacementFees } from '@/server/chains/evm/fees'
import type { Fees, Market } from '@/server/chains/evm/read-market'
import { classifySendError, type SendOutcome } from '@/server/chains/evm/send-outcome'

/** The newest attempt of a transaction that no block holds. */
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
  /** An attempt of it may be in the pool of some node. */
  wasEverOut: boolean
  cancelRequested: boolean
  /** Asked for after the newest form was signed. */
  speedUpRequested: boolean
}

export type StuckAction =
  | { action: 'judge' }
  | { action: 'resend' }
  | { action: 'replace'; reason: 'bump' | 'cancel'; fees: Fees }
  /** The replacement would need fees above the chain's cap. */
  | { action: 'capped' }

/** After this many refusals by all endpoints, without any other answer, no node will accept these bytes. */
const REFUSALS_FOR_GOOD = 3

/**
 * Decides the next step for a signed transaction that no block holds. Pure. Bytes are replaced only under their own
 * nonce, by fees at least an eighth higher and not below the market. A transaction that no node will ever accept is
 * closed by a transfer of nothing.
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

/** A replacement of a cancelling attempt cancels as well. */
function replace(reason: 'bump' | 'cancel', newest: Newest, market: Market, capPerGas: bigint): StuckAction {
  const fees = replacementFees(newest, market, capPerGas)
  if (!fees) return { action: 'capped' }
  return { action: 'replace', reason: newest.reason === 'cancel' ? 'cancel' : reason, fees }
}

function lastAnswer({ outcome, detail }: Newest): SendOutcome | null {
  return outcome === 'rejected' && detail !== null ? classifySendError(detail) : null
}

/** Whether no block takes its newest attempt now, even if a person asked for it. */
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
