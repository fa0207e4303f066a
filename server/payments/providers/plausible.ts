import type { OneTimeAccount, OneTimeAccountRequest, ProviderName, ProviderReceipt } from './provider'
import { ProviderInvalidAnswer } from './provider-error'

/** The maximum that a provider may add to the requested amount, in percent; real surcharges are far below. */
const MAX_ADDED_PERCENT = 10n
const LEAST_ADDED_MINOR = 20_000n

/** Requires that the account's amount is the requested one, or slightly more. Throws ProviderNonsense. */
export function requirePlausibleAccount(
  provider: ProviderName,
  account: OneTimeAccount,
  request: OneTimeAccountRequest,
): OneTimeAccount {
  const added = account.amountMinor - request.amountMinor
  const most = (request.amountMinor * MAX_ADDED_PERCENT) / 100n + LEAST_ADDED_MINOR
  if (added < 0n || added > most) throw new ProviderInvalidAnswer(provider, 'opened an account for another amount')
  if (!/^\d{10}$/.test(account.accountNumber)) throw new ProviderInvalidAnswer(provider, 'gave no account number')
  return account
}

/** Rejects an answer about another account, in another currency or without an amount. Throws ProviderNonsense. */
export function requireSameReference(
  provider: ProviderName,
  requested: { reference: string },
  answered: { reference: string | null; currency: string },
): void {
  if (answered.reference !== requested.reference)
    throw new ProviderInvalidAnswer(provider, 'answered about another reference')
  if (answered.currency !== 'NGN')
    throw new ProviderInvalidAnswer(provider, `answered in ${answered.currency.slice(0, 8)}`)
}

/** Rejects a receipt without an amount, or with a fee that is not below the amount. Throws ProviderNonsense. */
export function requirePlausibleReceipt(provider: ProviderName, receipt: ProviderReceipt): ProviderReceipt {
  if (receipt.amountMinor <= 0n) throw new ProviderInvalidAnswer(provider, 'reported a receipt of nothing')
  if (receipt.feeMinor < 0n || receipt.feeMinor > receipt.amountMinor)
    throw new ProviderInvalidAnswer(provider, 'reported a fee above what was paid')
  return receipt
}
