'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTRPC } from '@/components/trpc'
import { Amount } from '@/components/ui/amount'
import { Hint } from '@/components/ui/hint'
import { Skeleton } from '@/components/ui/skeleton'

/** What wallets of a list are worth; the list stands without it. */
export function useWorth(projectId: string, walletIds: readonly string[]): (walletId: string) => ReactNode {
  const trpc = useTRPC()
  const { data, isError } = useQuery(
    trpc.wallets.listWorth.queryOptions({ projectId, walletIds: [...walletIds] }, { enabled: walletIds.length > 0 }),
  )
  return (walletId) => {
    const worth = data?.find((one) => one.walletId === walletId)
    if (!worth) return data || isError ? '—' : <Skeleton className="ml-auto w-16" />
    const amount = <Amount value={worth.valueUsd} unit="USD" className="whitespace-nowrap" />
    if (!worth.isPartial) return amount
    return (
      <Hint content="Something of it has no price, or its chain did not answer.">
        <span className="whitespace-nowrap">≥ {amount}</span>
      </Hint>
    )
  }
}
