'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'
import { GasBudgetCard } from './gas-budget-card'

/** The rest of today's budget of the business for gas that the platform pays. */
export function ProjectGasBudgets({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  return (
    <GasBudgetCard
      description="The platform pays for gas on these chains up to a daily budget (UTC). Once it is used up, new transactions return 402."
      query={useQuery(trpc.sponsorship.listBudgets.queryOptions({ projectId }))}
    />
  )
}
