import type { depositAccounts, paymentReceipts } from '@/db/schema'
import { formatAmount } from '@/server/money/amount'

type Account = Pick<typeof depositAccounts.$inferSelect, 'tokenSymbol' | 'decimals'>
type Money = Pick<typeof paymentReceipts.$inferSelect, 'units' | 'currency'>

const KOBO = 2

/** Units of what an account takes: naira at a bank, else its token. */
export function wholeAmount(units: bigint, account: Account | undefined): { amount: string; unit: string } {
  if (!account?.tokenSymbol) return { amount: formatAmount(units, KOBO), unit: 'NGN' }
  return { amount: formatAmount(units, account.decimals ?? 0), unit: account.tokenSymbol }
}

/** Money that may have come to no account of ours: an unknown token is counted as on its chain. */
export function wholeMoney({ units, currency }: Money, account: Account | undefined) {
  const isKnown = currency === 'NGN' || account?.tokenSymbol
  return isKnown ? wholeAmount(units, account) : { amount: units.toString(), unit: `units of ${currency}` }
}
