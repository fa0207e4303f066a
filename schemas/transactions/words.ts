export const CHAIN_TYPES = ['EVM', 'SOLANA'] as const
export const TRANSACTION_STATUSES = ['PENDING', 'COMPLETED', 'FAILED'] as const
export const TRANSACTION_TYPES = [
  'TRANSFER',
  'SIGN',
  'DEPLOY',
  'TOKEN_OPERATION',
  'SWEEP',
  'FLOAT_RETURN',
  'GAS_TOPUP',
  'DELEGATE',
] as const
export const TRANSACTION_STAGES = ['awaiting_approval', 'queued', 'signed', 'broadcast', 'mined', 'final'] as const
/** The reason why an attempt was signed. */
export const ATTEMPT_REASONS = ['first', 'bump', 'cancel', 'resign', 'found'] as const
/** The result of the last send: accepted, certainly rejected, or unknown, which counts as possibly sent. */
export const ATTEMPT_OUTCOMES = ['unsent', 'accepted', 'rejected', 'unknown'] as const

export type TransactionType = (typeof TRANSACTION_TYPES)[number]
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number]
export type TransactionStage = (typeof TRANSACTION_STAGES)[number]

/**
 * Queued, signed or sent, without a change for this time. A mined one waits for the chain's finality by design, and one
 * of a suspended project until the project is resumed.
 */
const STUCK_AFTER_MS = 600_000

/** A transaction that was accepted before this moment and is still open is stuck. */
export function stuckThreshold(now: Date): Date {
  return new Date(now.getTime() - STUCK_AFTER_MS)
}
