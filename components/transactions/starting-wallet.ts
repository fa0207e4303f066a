import type { WalletWorth } from '@/schemas/wallets/balances/contract'

type Known = {
  /** The wallets with the latest deposits, newest first. */
  depositors: readonly string[]
  worths: readonly WalletWorth[]
}

/**
 * The default wallet of a transfer: the first that holds something, of the latest deposits and then of all. Otherwise
 * the wallet of the latest deposit, whose amount may still be pending.
 */
export function startingWallet<Wallet extends { id: string }>(
  wallets: readonly Wallet[],
  { depositors, worths }: Known,
): Wallet | undefined {
  const byDeposit = depositors.flatMap((walletId) => wallets.find(({ id }) => id === walletId) ?? [])
  const funded = new Set(worths.filter(holdsSomething).map(({ walletId }) => walletId))
  const candidates = [...byDeposit, ...wallets]
  return candidates.find(({ id }) => funded.has(id)) ?? candidates[0]
}

function holdsSomething({ valueUsd, testnetUsd, isPartial }: WalletWorth): boolean {
  return isPartial || Number(valueUsd) > 0 || Number(testnetUsd) > 0
}
