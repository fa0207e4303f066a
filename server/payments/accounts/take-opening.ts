import { keepPace } from '@/server/payments/providers/keep-pace'
import type { ProviderName } from '@/server/payments/providers/provider'

/**
 * The number of accounts that one business may open at a provider each minute. It is a part of the provider's limit for
 * all, so that one business cannot use up the limit. The sandbox has none.
 */
export const OPENINGS_PER_MINUTE = {
  cngn: 2,
  monnify: 20,
  paystack: 20,
  flutterwave: 20,
  sandbox: 600,
} as const satisfies Record<ProviderName, number>

/** Counts one opening of a business. Throws ProviderBusy above its limit; then the provider is not called. */
export function takeOpening(businessId: string, provider: ProviderName): Promise<void> {
  const share = { name: `openings of ${businessId}`, perMinute: OPENINGS_PER_MINUTE[provider] }
  return keepPace({ provider, shares: [share], waitMs: 0 })
}
