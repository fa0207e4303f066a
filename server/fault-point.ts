import { existsSync, readFileSync, rmSync } from 'node:fs'
import { env } from './env'

/** Points on the way of a transaction and of its outcome. */
const TRANSACTION_POINTS = [
  'accept-before-commit',
  'accept-after-commit',
  'lane-after-plan',
  'lane-after-sign',
  'lane-after-store',
  'send-before-answer',
  'send-after-answer',
  'bump-after-sign',
  'bump-after-store',
  'cancel-after-sign',
  'cancel-after-store',
  'receipt-before-settle',
  'settle-before-commit',
  'webhook-before-answer',
  'webhook-after-answer',
  'topup-after-request',
  'delegation-after-request',
  'solana-after-sign',
  'solana-after-store',
  'solana-after-send',
  'solana-resign-after-store',
] as const
/** Points within the database transaction that accepts a batch: after each line, and after the last. */
const BATCH_POINTS = ['batch-after-line', 'batch-after-lines'] as const
/** Points on the way of an event from its block into the outbox, for new events and for replays. */
const FOLLOW_POINTS = ['follow-after-read', 'follow-before-commit', 'follow-after-commit'] as const
const REPLAY_POINTS = ['replay-after-read', 'replay-before-commit', 'replay-after-commit'] as const
/** Points on the way of a token operation, from its row to the index. */
const TOKEN_POINTS = [
  'operation-before-row',
  'operation-after-row',
  'operation-before-commit',
  'steps-after-end',
  'tokens-after-read',
  'tokens-after-events',
  'operation-after-end',
  'tokens-before-commit',
  'tokens-after-commit',
  'next-batch-before-commit',
  'coupon-before-record',
  'coupon-after-record',
] as const
/** Points on the way of received money, from the opened account to the period that begins. */
const PAYMENT_POINTS = [
  'accounts-before-open',
  'accounts-after-answer',
  'accounts-after-store',
  'event-after-store',
  'event-after-claim',
  'poll-after-claim',
  'receipts-after-answer',
  'receipts-before-mark',
  'event-before-end',
  'receipt-after-insert',
  'settle-after-receipts',
  'settle-after-payment',
  'settle-after-subscription',
  'settle-after-publish',
  'credit-after-receipt',
  'receipt-before-post',
  'receipt-before-commit',
  'receipt-after-commit',
  'close-after-payment',
  'close-before-commit',
  'close-after-commit',
  'renew-after-subscription',
  'renew-after-payment',
  'renew-before-commit',
  'renew-after-commit',
] as const
/** Points on the way of a refund: it begins and its money is held, its provider is called, it ends. */
const REFUND_POINTS = [
  'refund-before-row',
  'refund-after-row',
  'refund-after-hold',
  'refund-after-begin',
  'refund-before-call',
  'refund-after-call',
  'refund-before-journal',
  'refund-after-journal',
  'refund-after-end',
] as const

/**
 * The points at which a crash must lose nothing. A fault run kills the process at one of them; in production they have
 * no effect.
 */
export const FAULT_POINTS = {
  transaction: TRANSACTION_POINTS,
  batch: BATCH_POINTS,
  follow: FOLLOW_POINTS,
  replay: REPLAY_POINTS,
  payment: PAYMENT_POINTS,
  refund: REFUND_POINTS,
  token: TOKEN_POINTS,
} as const
export type TransactionPoint = (typeof TRANSACTION_POINTS)[number]
export type PaymentPoint = (typeof PAYMENT_POINTS)[number] | (typeof REFUND_POINTS)[number]
export type TokenPoint = (typeof TOKEN_POINTS)[number]
export type FaultPoint = (typeof FAULT_POINTS)[keyof typeof FAULT_POINTS][number]

/**
 * Kills this process without any clean-up if the file that FAULT_FILE names contains `point`; `point SIGSTOP` freezes
 * it instead. The file is removed first, so that one order is executed once. Without FAULT_FILE, and always in a real
 * deployment, this is one comparison.
 */
export function faultPoint(point: FaultPoint): void {
  const file = env().FAULT_FILE
  if (file === undefined || !existsSync(file)) return
  const [ordered, signal] = readFileSync(file, 'utf8').trim().split(' ')
  if (ordered !== point) return
  rmSync(file, { force: true })
  process.kill(process.pid, signal === 'SIGSTOP' ? 'SIGSTOP' : 'SIGKILL')
}
