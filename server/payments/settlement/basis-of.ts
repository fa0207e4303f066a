import type { Running } from '@/server/subscriptions/running'
import type { Basis } from './decide-receipt'
import type { PaymentRow } from './lock-payment'

type Quoted = Pick<
  PaymentRow,
  'purpose' | 'basisSubscriptionId' | 'basisVersion' | 'planId' | 'billingCycle' | 'creditMinor'
>

/** What runs now against what ran when a payment was quoted. A top-up has no basis to change. */
export function basisOf(payment: Quoted, running: Running | null): Basis {
  if (payment.purpose === 'WALLET_TOPUP') return 'same'
  const isSame =
    payment.basisSubscriptionId === (running?.subscriptionId ?? null) &&
    payment.basisVersion === (running?.version ?? null)
  if (isSame) return 'same'
  const isSamePlan = running?.planId === payment.planId && running?.cycle === payment.billingCycle
  // A credit was for what ran then: without it the price is not paid in full.
  return isSamePlan && payment.creditMinor === 0n ? 'renewable' : 'changed'
}
