'use client'

import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { PaymentDetail } from '@/schemas/payments/contract'

const topUp = lazyPart(() => import('./top-up-form'))
const plan = lazyPart(() => import('./buy-plan-form'))

/** Repeats a payment at the current price. */
export function NewQuote({ projectId, payment }: { projectId: string; payment: PaymentDetail }) {
  const shortfall = useRoleShortfall(projectId, 'owner')
  const trigger = (
    <Button size="sm" variant="primary" disabledReason={shortfall}>
      Get a new quote
    </Button>
  )
  const bought = payment.plan
  if (!bought)
    return (
      <LazyDialog part={topUp} trigger={trigger}>
        {({ TopUpForm }, state) => <TopUpForm projectId={projectId} amountUsd={payment.amountUsd} {...state} />}
      </LazyDialog>
    )
  const { id, name, productName, billingCycle } = bought
  return (
    <LazyDialog part={plan} trigger={trigger}>
      {({ BuyPlanForm }, state) => (
        <BuyPlanForm
          projectId={projectId}
          plan={{ id, name: `${productName} ${name}` }}
          cycle={billingCycle}
          {...state}
        />
      )}
    </LazyDialog>
  )
}
