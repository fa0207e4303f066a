'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSubscribe } from '@/components/payments/use-subscribe'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import type { Offers } from '@/schemas/payments/quotes/contract'
import { useRoleShortfall } from './use-role-shortfall'

/** Starts the free plan with which wallets can be made, by one press. Nothing if there is none. */
export function StartFreePlan({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const shortfall = useRoleShortfall(projectId, 'owner')
  const offers = useQuery(trpc.payments.listOffers.queryOptions({ projectId }))
  const subscribe = useSubscribe(projectId, {
    onBegun: () => void client.invalidateQueries(trpc.projects.getOverview.pathFilter()),
  })
  const plan = offers.data && freePlanOf(offers.data)
  if (!plan) return null
  const request = { purpose: 'SUBSCRIPTION', planId: plan.id, billingCycle: 'MONTHLY' } as const
  return (
    <Button
      size="sm"
      variant="primary"
      takesOver="setup"
      pending={subscribe.isPending}
      disabledReason={shortfall ?? subscribe.problem}
      onClick={() => subscribe.mutate({ projectId, request })}
    >
      Start free plan
    </Button>
  )
}

function freePlanOf({ items }: Offers) {
  return items
    .flatMap(({ plans }) => plans)
    .find(
      ({ cycles, capabilities, isActive }) =>
        isActive && cycles.MONTHLY.fullPriceNgn === '0' && capabilities.includes('wallet.hd.generate'),
    )
}
