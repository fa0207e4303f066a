import { keepPace } from '@/server/payments/providers/keep-pace'
import type { ProviderName } from '@/server/payments/providers/provider'

/**
 * Accounts that one business may open with a provider in any minute: a part of the provider's limit for all of them, so
 * that one cannot use it up. The sandbox has no limit.
 */
export const OPENINGS_PER_MINUTE = {
  cngn: 2,
  monnify: 20,
  paystack: 20,
  flutterwave: 20,
  sandbox: 600,
} as const satisfies Record<ProviderName, number>

/**
 * Takes one of the accounts a business may open now. Throws ProviderBusy where none is left; the provider is not asked
 * then.
 */
export function takeOpening(businessId: string, provider: ProviderName): Promise<void> {
  const share = { name: `openings of ${businessId}`, perMinute: OPENINGS_PER_MINUTE[provider] }
  return keepPace({ provider, shares: [share], waitMs: 0 })
}
