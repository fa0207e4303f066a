'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTRPC } from '@/components/trpc'
import { Amount } from '@/components/ui/amount'
import { Hint } from '@/components/ui/hint'
import { Skeleton } from '@/components/ui/skeleton'
import type { WalletWorth } from '@/schemas/wallets/balances/contract'

/** The values of the wallets in a list. The list is shown even if they cannot be loaded. */
export function useWalletValues(projectId: string, walletIds: readonly string[]): (walletId: string) => ReactNode {
  const trpc = useTRPC()
  const { data, isError } = useQuery(
    trpc.wallets.listWorth.queryOptions({ projectId, walletIds: [...walletIds] }, { enabled: walletIds.length > 0 }),
  )
  return (walletId) => {
    const worth = data?.find((one) => one.walletId === walletId)
    if (!worth) return data || isError ? '—' : <Skeleton className="ml-auto w-16" />
    return <Worth worth={worth} />
  }
}

function Worth({ worth: { valueUsd, isPartial, testnetUsd } }: { worth: WalletWorth }) {
  const hasTestValue = Number(testnetUsd) > 0
  const isTestOnly = hasTestValue && Number(valueUsd) === 0 && !isPartial
  return (
    <span className="block py-1">
      {isTestOnly ? null : (
        <span className="block whitespace-nowrap">
          {isPartial ? <Hint content="Some assets have no price, or their chain did not respond.">≥ </Hint> : null}
          <Amount value={valueUsd} unit="USD" />
        </span>
      )}
      {hasTestValue ? (
        <span className="block whitespace-nowrap text-[0.8125rem] text-muted-foreground">
          <Amount value={testnetUsd} unit="USD" /> on testnets
        </span>
      ) : null}
    </span>
  )
}
