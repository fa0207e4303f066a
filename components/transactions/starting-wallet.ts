import type { WalletWorth } from '@/schemas/wallets/balances/contract'

type Known = {
  /** The wallets with the latest deposits, newest first. */
  depositors: readonly string[]
  worths: readonly WalletWorth[]
}

/**
 * The wallet that a transfer starts with: of the latest deposits and then of all, the first that holds something.
 * Otherwise that of the latest deposit: what it received may be on its way.
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
