'use client'

import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { OperatorPlan, ProductView } from '@/schemas/plans/contract'

const form = lazyPart(() => import('./plan-form'))

/** Creates a plan of a product, or changes the given one. */
export function EditPlan({ product, plan }: { product: ProductView; plan: OperatorPlan | null }) {
  const shortfall = usePlatformShortfall()
  return (
    <LazyDialog
      part={form}
      trigger={
        <Button
          size="sm"
          disabledReason={shortfall}
          aria-label={plan ? `Edit ${product.name} ${plan.name}` : undefined}
        >
          {plan ? 'Edit' : 'Create plan'}
        </Button>
      }
    >
      {({ PlanForm }, state) => <PlanForm product={product} plan={plan} {...state} />}
    </LazyDialog>
  )
}
