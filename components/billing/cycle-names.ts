import type { BillingCycle } from '@/schemas/payments/words'

export const CYCLE_NAMES = { MONTHLY: 'monthly', YEARLY: 'yearly' } satisfies Record<BillingCycle, string>
