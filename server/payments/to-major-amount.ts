import type { depositAccounts, paymentReceipts } from '@/db/schema'
import { formatAmount } from '@/server/money/amount'

type Account = Pick<typeof depositAccounts.$inferSelect, 'tokenSymbol' | 'decimals'>
type Money = Pick<typeof paymentReceipts.$inferSelect, 'units' | 'currency'>

const KOBO = 2

/** An amount in whole units of an account's currency: naira at a bank, otherwise its token. */
export function toMajorAmount(units: bigint, account: Account | undefined): { amount: string; unit: string } {
  if (!account?.tokenSymbol) return { amount: formatAmount(units, KOBO), unit: 'NGN' }
  return { amount: formatAmount(units, account.decimals ?? 0), unit: account.tokenSymbol }
}

/** An amount of money that may have no account of the platform. An unknown token is shown in its base units. */
export function toMajorMoney({ units, currency }: Money, account: Account | undefined) {
  const isKnown = currency === 'NGN' || account?.tokenSymbol
  return isKnown ? toMajorAmount(units, account) : { amount: units.toString(), unit: `units of ${currency}` }
}
