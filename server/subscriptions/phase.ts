import { GRACE_MS } from '@/schemas/subscriptions/words'
import type { SubscriptionStatus } from './transitions'

export type Phase = 'ACTIVE' | 'PAST_DUE' | 'CANCELED' | 'EXPIRED'

/** The values that determine the phase. A subscription that ended (replaced or revoked) has its phase in `status`. */
type Phased = {
  status: Exclude<SubscriptionStatus, 'PENDING'>
  /** The end of the last paid period. */
  endDate: Date
  /** False: the subscription was canceled, and ends with its paid periods. */
  autoRenew: boolean
}

/**
 * The state of a subscription at a moment. The stored state only follows it: a job that runs late or never changes no
 * grants. Without payments the state only moves forward.
 */
export function phaseOf({ status, endDate, autoRenew }: Phased, now: Date): Phase {
  if (status === 'CANCELED' || status === 'EXPIRED') return status
  if (now < endDate) return 'ACTIVE'
  if (!autoRenew) return 'CANCELED'
  return now.getTime() < graceEnd(endDate).getTime() ? 'PAST_DUE' : 'EXPIRED'
}

/** The first moment at which nothing is granted any more. */
export function graceEnd(endDate: Date): Date {
  return new Date(endDate.getTime() + GRACE_MS)
}
