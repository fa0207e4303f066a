import { CYCLE_NAMES } from '@/components/billing/cycle-names'
import type { StateDisplay } from '@/components/ui/state-badge'
import type { PaymentDetail } from '@/schemas/payments/contract'
import type { PaymentException, PaymentPurpose, PaymentStatus } from '@/schemas/payments/words'
import { exactAmount } from '@/server/money/display-amount'

export const PAYMENT_DISPLAYS = {
  PENDING: { tone: 'accent', label: 'Pending', busy: true },
  SUCCESS: { tone: 'success', label: 'Paid' },
  FAILED: { tone: 'danger', label: 'Unpaid' },
  REFUNDED: { tone: 'neutral', label: 'Refunded' },
} satisfies Record<PaymentStatus, StateDisplay>

/** A quote that a later one replaced waits for nothing, whatever `/v1` calls it until its time is over. */
export const PAYMENT_PAGE_DISPLAYS = {
  ...PAYMENT_DISPLAYS,
  REPLACED: { tone: 'neutral', label: 'Replaced' },
} satisfies Record<PaymentStatus | 'REPLACED', StateDisplay>

export function pageState({ status, isReplaced }: Pick<PaymentDetail, 'status' | 'isReplaced'>) {
  return status === 'PENDING' && isReplaced ? 'REPLACED' : status
}

export const PURPOSE_NAMES = {
  SUBSCRIPTION: 'Plan',
  WALLET_TOPUP: 'Top-up',
} satisfies Record<PaymentPurpose, string>

/** The purchase of a payment, in a few words. */
export function paymentTitle({
  plan,
  amountUsd,
  change,
}: Pick<PaymentDetail, 'plan' | 'amountUsd' | 'change'>): string {
  if (!plan) return `Top-up of ${exactAmount(amountUsd, 'USD')} USD`
  const what = `${plan.productName} ${plan.name}, ${CYCLE_NAMES[plan.billingCycle]}`
  return change === 'RENEWAL' ? `Renewal of ${what}` : what
}

export const EXCEPTION_NAMES = {
  PARTIAL: 'Underpaid',
  OVERPAID: 'Overpaid',
  LATE: 'Late',
  DUPLICATE: 'Duplicate',
  BASIS_CHANGED: 'Plan changed',
} satisfies Record<PaymentException, string>
