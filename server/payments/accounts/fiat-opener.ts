import { WATCH_FIAT_MS } from '@/schemas/payments/words'
import type { FiatProvider, ProviderName } from '@/server/payments/providers/provider'
import { waitForRateLimit } from '@/server/payments/providers/wait-for-rate-limit'
import type { FiatOpener } from './account-opener'

const FIRST_POLL_MS = 60_000

/** Opens a bank account at a provider for the naira amount of one payment. */
export function fiatOpener(provider: FiatProvider): FiatOpener {
  return {
    kind: 'FIAT',
    provider: provider.name,
    watchMs: WATCH_FIAT_MS,
    expects: ({ amountMinor }) => ({ currency: 'NGN', expectedUnits: amountMinor }),
    async open({ businessId, reference, expectedUnits, expiryAt, createdAt }, { name }) {
      await limitAccountOpenings(businessId, provider.name)
      // Providers require an email address of each payer, and must not send email to payers.
      const customer = { name, email: `${reference.toLowerCase()}@payments.invalid` }
      const opened = await provider.createOneTime({ reference, amountMinor: expectedUnits, expiryAt, customer })
      const { providerRef, accountNumber, accountName, bankName, bankCode, amountMinor } = opened
      const nextPollAt = new Date(createdAt.getTime() + FIRST_POLL_MS)
      return { providerRef, accountNumber, accountName, bankName, bankCode, expectedUnits: amountMinor, nextPollAt }
    },
  }
}

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
export function limitAccountOpenings(businessId: string, provider: ProviderName): Promise<void> {
  const share = { name: `openings of ${businessId}`, perMinute: OPENINGS_PER_MINUTE[provider] }
  return waitForRateLimit({ provider, shares: [share], waitMs: 0 })
}
