'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'
import { GasBudgetCard } from './gas-budget-card'

/** What the business may still use today of the gas the platform pays. */
export function ProjectGasBudgets({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  return (
    <GasBudgetCard
      description="Where the platform pays gas there is a budget a day (UTC) and chain; past it new transactions are answered 402."
      query={useQuery(trpc.sponsorship.listBudgets.queryOptions({ projectId }))}
    />
  )
}
