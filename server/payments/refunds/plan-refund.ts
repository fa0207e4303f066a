import type { PaymentPurpose, PaymentStatus, ReceiptOutcome, RefundTarget } from '@/schemas/payments/words'
import { divideUp } from '@/server/money/rounding'

/**
 * The facts that decide a refund of a receipt, read under its locks. In kobo (`Minor`) and micro-dollars (`Micros`).
 */
export type RefundFacts = {
  to: RefundTarget
  units: bigint
  receipt: { outcome: ReceiptOutcome; units: bigint; creditedMicros: bigint }
  /** The payment of the receipt; null for money without a payment. */
  payment: {
    purpose: PaymentPurpose
    status: PaymentStatus
    amountMinor: bigint
    amountUsdMicros: bigint
    /** The total of its settled receipts, and the credit for its surplus in the balance. */
    receivedMinor: bigint
    surplusMicros: bigint
    /** The credit for this purchase that reduced the price of a later plan. */
    creditGivenMinor: bigint
    /** Whether another payment extended this purchase by a period that has not begun yet. */
    isRenewedAhead: boolean
  } | null
  /** The sums of refunds of the same payment or receipt that are done or in progress. */
  before: Parts
}

export type Parts = { revenueMinor: bigint; balanceMinor: bigint; balanceMicros: bigint }
export type RefundSource = 'SUSPENSE' | 'CREDITED' | 'SETTLED'
export type RefundPlan = ({ kind: 'refund'; source: RefundSource } & Parts) | { kind: 'refused'; reason: RefundRefusal }

export const REFUND_REFUSALS = {
  waits: 'The payment waits for the rest of its money: refund it once the payment has ended',
  gone: 'This money is refunded, or its refund is in progress',
  whole: 'Money in suspense is refunded whole or not at all',
  nobody: 'The owner of this money is unknown: credit it in the queue of exceptions',
  in_balance: 'This money is in the balance of the business already',
  renewed: 'A later payment renewed the purchase of this one: refund that one first',
  credited: 'A part of it reduced the price of the next plan, and cannot be refunded',
} as const
/** The reason why tokens are not refunded, and what to do instead. The payer may not own the address that sent them. */
export const TOKENS_NOT_REFUNDABLE =
  'Tokens are not refunded to their sender. Credit the balance of the business manually instead, with the payment as the reason; of tokens in suspense choose credit'

type RefundRefusal = keyof typeof REFUND_REFUSALS

const NOTHING: Parts = { revenueMinor: 0n, balanceMinor: 0n, balanceMicros: 0n }

/** Decides which money a refund is taken from, or why it is refused. Nothing else decides it. Pure. */
export function planRefund(facts: RefundFacts): RefundPlan {
  const { receipt, to, units } = facts
  switch (receipt.outcome) {
    case 'HELD':
      return refused('waits')
    case 'REFUNDING':
    case 'REFUNDED':
    case 'REVERSED':
      return refused('gone')
    case 'SUSPENSE':
    case 'IGNORED':
      if (to === 'BALANCE') return refused('nobody')
      return units === receipt.units ? { kind: 'refund', source: 'SUSPENSE', ...NOTHING } : refused('whole')
    case 'CREDITED':
      if (to === 'BALANCE') return refused('in_balance')
      return { kind: 'refund', source: 'CREDITED', ...fromBalance(units, creditedOf(receipt), facts.before) }
    case 'SETTLED':
      return planSettled(facts)
    default:
      return receipt.outcome satisfies never
  }
}

/** Refunds the surplus before the price: the surplus is in the balance, and its refund ends no period. */
function planSettled({ payment, before, units, to }: RefundFacts): RefundPlan {
  // A refunded payment may still have its surplus in the balance.
  if (payment?.status !== 'SUCCESS' && payment?.status !== 'REFUNDED') return refused('gone')
  if (payment.purpose === 'WALLET_TOPUP') {
    if (to === 'BALANCE') return refused('in_balance')
    const total = { minor: payment.receivedMinor, micros: payment.amountUsdMicros + payment.surplusMicros }
    return { kind: 'refund', source: 'SETTLED', ...fromBalance(units, total, before) }
  }
  const surplusMinor = atLeastZero(payment.receivedMinor - payment.amountMinor)
  const leftOver = to === 'BALANCE' ? 0n : atLeastZero(surplusMinor - before.balanceMinor)
  const balanceMinor = units < leftOver ? units : leftOver
  const revenueMinor = units - balanceMinor
  const inRevenue = payment.amountMinor - before.revenueMinor
  if (revenueMinor > inRevenue) return refused(to === 'BALANCE' ? 'in_balance' : 'gone')
  if (revenueMinor > 0n && payment.isRenewedAhead) return refused('renewed')
  if (revenueMinor > atLeastZero(inRevenue - payment.creditGivenMinor)) return refused('credited')
  const over = fromBalance(balanceMinor, { minor: surplusMinor, micros: payment.surplusMicros }, before)
  return { kind: 'refund', source: 'SETTLED', ...over, revenueMinor }
}

type CreditedAmount = { minor: bigint; micros: bigint }

function creditedOf({ units, creditedMicros }: RefundFacts['receipt']): CreditedAmount {
  return { minor: units, micros: creditedMicros }
}

/**
 * The micro-dollars for an amount in kobo, at the rate of their credit. Rounded up, so that the last part is not short.
 */
function fromBalance(balanceMinor: bigint, total: CreditedAmount, before: Parts): Parts {
  const leftMinor = total.minor - before.balanceMinor
  const leftMicros = atLeastZero(total.micros - before.balanceMicros)
  const isAll = balanceMinor >= leftMinor
  const balanceMicros = isAll ? leftMicros : divideUp(leftMicros * balanceMinor, leftMinor)
  return { revenueMinor: 0n, balanceMinor, balanceMicros }
}

function refused(reason: RefundRefusal): RefundPlan {
  return { kind: 'refused', reason }
}

function atLeastZero(units: bigint): bigint {
  return units > 0n ? units : 0n
}
