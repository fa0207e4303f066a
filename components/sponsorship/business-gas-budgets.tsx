'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'
import { GasBudgetCard } from './gas-budget-card'
import { SetGasBudget } from './set-gas-budget'

/** A business's sponsored gas on its operator page, with the way to change its budgets. */
export function BusinessGasBudgets({ businessId, name }: { businessId: string; name: string }) {
  const trpc = useTRPC()
  return (
    <GasBudgetCard
      description="What the platform pays for this business's gas per chain and day (UTC). Without an amount set here, its most generous plan applies."
      query={useQuery(trpc.sponsorship.listBudgetsOfBusiness.queryOptions({ businessId }))}
      actions={(row) => <SetGasBudget business={{ businessId, name }} budget={row} />}
    />
  )
}
