'use client'

import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { GasBudgetView } from '@/schemas/sponsorship/contract'

const form = lazyPart(() => import('./set-gas-budget-form'))

type SetGasBudgetProps = { business: { businessId: string; name: string }; budget: GasBudgetView }

/** Sets a business's daily budget on a chain. */
export function SetGasBudget({ business, budget }: SetGasBudgetProps) {
  const shortfall = usePlatformShortfall()
  return (
    <LazyDialog
      part={form}
      trigger={
        <Button size="sm" disabledReason={shortfall} aria-label={`Change the budget on ${budget.chainName}`}>
          Change
        </Button>
      }
    >
      {({ SetGasBudgetForm }, state) => <SetGasBudgetForm business={business} budget={budget} {...state} />}
    </LazyDialog>
  )
}
