'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'
import type { WalletBalances } from '@/schemas/wallets/balances/contract'
import type { ChainView, WalletView } from '@/schemas/wallets/contract'
import { isMoreThan } from './is-more-than'

const REFRESH_MS = 5_000

type FundsProps = {
  projectId: string
  wallet: WalletView
  chain: ChainView | undefined
  symbol: string
  amount: string
}

/**
 * The amount that a wallet holds of an asset, and whether a transfer of `amount` would fail. An unknown balance is
 * never short.
 */
export function useFunds({ projectId, wallet, chain, symbol, amount }: FundsProps) {
  const trpc = useTRPC()
  const tokenAddress = chain?.tokens.find((token) => token.symbol === symbol)?.address ?? null
  const balances = useQuery(
    trpc.wallets.getBalances.queryOptions(
      { projectId, walletId: wallet.id },
      { refetchInterval: ({ state }) => (isShortIn(state.data) ? REFRESH_MS : false) },
    ),
  )
  function fundsIn(data: WalletBalances | undefined) {
    return data?.chains
      .find(({ chainId }) => chainId === chain?.chainId)
      ?.assets.find((asset) => asset.tokenAddress === tokenAddress)
  }
  function isShortIn(data: WalletBalances | undefined): boolean {
    const funds = fundsIn(data)
    return funds !== undefined && isMoreThan(amount.trim(), funds.amount)
  }
  return { funds: fundsIn(balances.data), isShort: isShortIn(balances.data), isPending: balances.isPending }
}
