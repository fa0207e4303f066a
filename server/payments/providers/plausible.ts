import type { OneTimeAccount, OneTimeAccountRequest, ProviderName, ProviderReceipt } from './provider'
import { ProviderNonsense } from './provider-error'

/** What providers add for themselves is far below. */
const MAX_ADDED_PERCENT = 10n
const LEAST_ADDED_MINOR = 20_000n

/** An account is for what was asked, or for a little more. Throws ProviderNonsense. */
export function requirePlausible(
  provider: ProviderName,
  account: OneTimeAccount,
  request: OneTimeAccountRequest,
): OneTimeAccount {
  const added = account.amountMinor - request.amountMinor
  const most = (request.amountMinor * MAX_ADDED_PERCENT) / 100n + LEAST_ADDED_MINOR
  if (added < 0n || added > most) throw new ProviderNonsense(provider, 'opened an account for another amount')
  if (!/^\d{10}$/.test(account.accountNumber)) throw new ProviderNonsense(provider, 'gave no account number')
  return account
}

/**
 * Answers about another account, in another currency or without an amount are believed in no part. Throws
 * ProviderNonsense.
 */
export function requireAbout(
  provider: ProviderName,
  asked: { reference: string },
  answered: { reference: string | null; currency: string },
): void {
  if (answered.reference !== asked.reference) throw new ProviderNonsense(provider, 'answered about another reference')
  if (answered.currency !== 'NGN') throw new ProviderNonsense(provider, `answered in ${answered.currency.slice(0, 8)}`)
}

/** A receipt of nothing, or whose fee eats it, is none. Throws ProviderNonsense. */
export function requireReceipt(provider: ProviderName, receipt: ProviderReceipt): ProviderReceipt {
  if (receipt.amountMinor <= 0n) throw new ProviderNonsense(provider, 'reported a receipt of nothing')
  if (receipt.feeMinor < 0n || receipt.feeMinor > receipt.amountMinor)
    throw new ProviderNonsense(provider, 'reported a fee above what was paid')
  return receipt
}
