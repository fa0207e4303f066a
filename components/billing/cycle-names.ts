import type { BillingCycle } from '@/server/payments/words'

export const CYCLE_NAMES = { MONTHLY: 'monthly', YEARLY: 'yearly' } satisfies Record<BillingCycle, string>
