import { WATCH_FIAT_MS } from '@/schemas/payments/words'
import type { FiatProvider } from '@/server/payments/providers/provider'
import type { FiatOpener } from './account-opener'
import { takeOpening } from './take-opening'

const FIRST_POLL_MS = 60_000

/** Opens a bank account at a provider for the naira amount of one payment. */
export function fiatOpener(provider: FiatProvider): FiatOpener {
  return {
    kind: 'FIAT',
    provider: provider.name,
    watchMs: WATCH_FIAT_MS,
    expects: ({ amountMinor }) => ({ currency: 'NGN', expectedUnits: amountMinor }),
    async open({ businessId, reference, expectedUnits, expiryAt, createdAt }, { name }) {
      await takeOpening(businessId, provider.name)
      // Providers require an email address of each payer, and must not send mail to payers.
      const customer = { name, email: `${reference.toLowerCase()}@payments.invalid` }
      const opened = await provider.createOneTime({ reference, amountMinor: expectedUnits, expiryAt, customer })
      const { providerRef, accountNumber, accountName, bankName, bankCode, amountMinor } = opened
      const nextPollAt = new Date(createdAt.getTime() + FIRST_POLL_MS)
      return { providerRef, accountNumber, accountName, bankName, bankCode, expectedUnits: amountMinor, nextPollAt }
    },
  }
}
