import { CYCLE_NAMES } from '@/components/billing/cycle-names'
import type { StateDisplay } from '@/components/ui/state-badge'
import type { PaymentDetail, PlanNamed } from '@/schemas/payments/contract'
import type { PaymentException, PaymentPurpose, PaymentStatus } from '@/schemas/payments/words'
import { exactMoney } from '@/server/money/display-amount'

export const PAYMENT_DISPLAYS = {
  PENDING: { tone: 'accent', label: 'Pending', busy: true },
  SUCCESS: { tone: 'success', label: 'Paid' },
  FAILED: { tone: 'danger', label: 'Unpaid' },
  REFUNDED: { tone: 'neutral', label: 'Refunded' },
} satisfies Record<PaymentStatus, StateDisplay>

/**
 * The status that the page shows instead of the status of `/v1`: a replaced quote, or one whose money came late, no
 * longer waits for money.
 */
export const PAYMENT_PAGE_DISPLAYS = {
  ...PAYMENT_DISPLAYS,
  REPLACED: { tone: 'neutral', label: 'Replaced' },
  CREDITED_LATE: { tone: 'neutral', label: 'Credited late' },
} satisfies Record<PaymentStatus | 'REPLACED' | 'CREDITED_LATE', StateDisplay>

export function pageState(payment: Pick<PaymentDetail, 'status' | 'exceptions'> & { isReplaced?: boolean }) {
  if (isCreditedLate(payment)) return 'CREDITED_LATE'
  return payment.status === 'PENDING' && payment.isReplaced ? 'REPLACED' : payment.status
}

/** Whether money came after the price expired, so that it was credited to the balance and bought nothing. */
export function isCreditedLate({ status, exceptions }: Pick<PaymentDetail, 'status' | 'exceptions'>): boolean {
  return (status === 'PENDING' || status === 'FAILED') && exceptions.includes('LATE')
}

/** Whether its money may be sent, until its price expires. */
export function isPayable(payment: Pick<PaymentDetail, 'status' | 'exceptions' | 'isReplaced'>): boolean {
  return pageState(payment) === 'PENDING'
}

export const PURPOSE_NAMES = {
  SUBSCRIPTION: 'Plan',
  WALLET_TOPUP: 'Top-up',
} satisfies Record<PaymentPurpose, string>

/** The purpose of a payment in a list: the plan, or a top-up. */
export function purposeText({ purpose, planName }: PlanNamed<{ purpose: PaymentPurpose }>): string {
  return planName ?? PURPOSE_NAMES[purpose]
}

/** The purchase of a payment, in a few words. */
export function paymentTitle({
  plan,
  amountUsd,
  change,
}: Pick<PaymentDetail, 'plan' | 'amountUsd' | 'change'>): string {
  if (!plan) return `Top-up of ${exactMoney(amountUsd, 'USD')}`
  const purchase = `${plan.productName} ${plan.name}, ${CYCLE_NAMES[plan.billingCycle]}`
  return change === 'RENEWAL' ? `Renewal of ${purchase}` : purchase
}

export const EXCEPTION_NAMES = {
  PARTIAL: 'Underpaid',
  OVERPAID: 'Overpaid',
  LATE: 'Late',
  DUPLICATE: 'Duplicate',
  BASIS_CHANGED: 'Plan changed',
} satisfies Record<PaymentException, string>
