'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'
import { Card } from '@/components/ui/card'
import { GasBudgetTable } from './gas-budget-table'

/** What the business may still use today of the gas the platform pays. */
export function ProjectGasBudgets({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.sponsorship.listBudgets.queryOptions({ projectId }))
  return (
    <Card
      title="Sponsored gas"
      description="Where the platform pays gas there is a budget a day (UTC) and chain; past it new transactions are answered 402."
      flush
    >
      <GasBudgetTable query={query} />
    </Card>
  )
}
