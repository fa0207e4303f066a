import type { WalletWorth } from '@/schemas/wallets/balances/contract'
import { displayUsd } from '@/server/money/display-amount'

/** The value of a wallet in one line, for a list to choose from. Test money is named as such. */
export function worthText({ valueUsd, isPartial, testnetUsd }: Omit<WalletWorth, 'walletId'>): string {
  const hasTestValue = Number(testnetUsd) > 0
  if (Number(valueUsd) === 0 && !isPartial) return hasTestValue ? `${displayUsd(testnetUsd)} on testnets` : 'Empty'
  const main = `${isPartial ? 'At least ' : ''}${displayUsd(valueUsd)}`
  return hasTestValue ? `${main}, ${displayUsd(testnetUsd)} on testnets` : main
}
