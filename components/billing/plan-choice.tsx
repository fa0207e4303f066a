'use client'

import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import { Time } from '@/components/ui/time'
import type { PlanOffer, ProductOffer } from '@/schemas/payments/quotes/contract'
import type { BillingCycle } from '@/schemas/payments/words'
import { displayNaira } from '@/server/money/display-amount'
import { planChoiceOf } from './plan-choice-of'

const form = lazyPart(() => import('@/components/payments/buy-plan-form'))

type PlanChoiceProps = { projectId: string; product: ProductOffer; plan: PlanOffer; cycle: BillingCycle }

/** The button that chooses a plan, and the reason if it is disabled. */
export function PlanChoice({ projectId, product, plan, cycle }: PlanChoiceProps) {
  const shortfall = useRoleShortfall(projectId, 'owner')
  const { running } = product
  const { outcome, creditNgn } = plan.cycles[cycle]
  const choice = planChoiceOf({ plan, running, plans: product.plans, cycle })
  if (choice === null) return <p className="flex min-h-9 items-center text-muted-foreground">Current plan</p>
  return (
    <div className="space-y-2">
      {creditNgn === '0' ? null : (
        <p className="tabular text-[0.8125rem] text-success-foreground">
          −{displayNaira(creditNgn)} credit for the unused part of {running?.planName}
        </p>
      )}
      {outcome === 'downgrade' ? (
        <p className="text-[0.8125rem] text-muted-foreground">
          The unused part of {running?.planName} is worth more than this plan costs. You can choose this plan once{' '}
          {running?.planName} ends: <Time value={running?.endDate} />.
        </p>
      ) : null}
      {outcome === 'paid_plan_runs' ? (
        <p className="text-[0.8125rem] text-muted-foreground">
          {running?.planName} is paid until <Time value={running?.endDate} />.{' '}
          {running?.autoRenew ? 'Cancel it first. The' : 'The'} free plan can start after that.
        </p>
      ) : null}
      <LazyDialog
        part={form}
        trigger={
          <Button
            variant={choice.isMain ? 'primary' : 'secondary'}
            className="w-full"
            disabledReason={choice.problem ?? shortfall}
            aria-label={`${choice.label}: ${product.name} ${plan.name}`}
          >
            {choice.label}
          </Button>
        }
      >
        {({ BuyPlanForm }, state) => (
          <BuyPlanForm
            projectId={projectId}
            plan={{ id: plan.id, name: `${product.name} ${plan.name}` }}
            cycle={cycle}
            {...state}
          />
        )}
      </LazyDialog>
    </div>
  )
}
