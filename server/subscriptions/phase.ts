import { MS_PER_DAY } from '@/server/durations'
import type { SubscriptionStatus } from './transitions'

/** How long the grants of a subscription last after its end, for late payments. */
export const GRACE_MS = 7 * MS_PER_DAY

export type Phase = 'ACTIVE' | 'PAST_DUE' | 'CANCELED' | 'EXPIRED'

/** What a subscription's moments say; where it ended for good (replaced, taken away) its state does. */
type Phased = {
  status: Exclude<SubscriptionStatus, 'PENDING'>
  /** The end of all that is paid. */
  endDate: Date
  /** Off: it was canceled, and ends with what is paid. */
  autoRenew: boolean
}

/**
 * The state a subscription is in at a moment. The stored one only follows it: a job that comes late or never grants and
 * takes nothing. Without payments it only ever goes forward.
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
