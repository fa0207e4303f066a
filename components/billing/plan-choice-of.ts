import type { PlanOffer, RunningPlan } from '@/schemas/payments/quotes/contract'
import type { BillingCycle } from '@/schemas/payments/words'

type Choice = { label: string; isMain: boolean; problem: string | null }
type Offered = { plan: PlanOffer; running: RunningPlan | null; cycle: BillingCycle }

const CYCLES = { MONTHLY: 'Switch to monthly', YEARLY: 'Switch to yearly' } satisfies Record<BillingCycle, string>

/**
 * The label of the button that takes a plan, and why the plan cannot be taken. Null where there is nothing to take: the
 * plan is the current one and free.
 */
export function planChoiceOf({ plan, running, cycle }: Offered): Choice | null {
  const { outcome } = plan.cycles[cycle]
  const isCurrent = running?.planId === plan.id
  if (isCurrent && outcome === 'free') return null
  if (!plan.isActive) return { label: 'Choose plan', isMain: false, problem: 'This plan is no longer on sale' }
  const label = labelOf({ plan, running, cycle })
  switch (outcome) {
    case 'free':
      return { label, isMain: running === null, problem: null }
    case 'payable':
      return { label, isMain: !isCurrent, problem: null }
    case 'downgrade':
      return { label, isMain: false, problem: `What is left of ${running?.planName} covers its whole price` }
    case 'paid_plan_runs':
      return { label, isMain: false, problem: `${running?.planName} is paid and runs` }
    default:
      return outcome satisfies never
  }
}

function labelOf({ plan, running, cycle }: Offered): string {
  if (running?.planId !== plan.id) {
    const isRefused = ['downgrade', 'paid_plan_runs'].includes(plan.cycles[cycle].outcome)
    return running && !isRefused && plan.cycles[cycle].outcome === 'payable' ? 'Change to this plan' : 'Choose plan'
  }
  if (running.billingCycle !== cycle) return CYCLES[cycle]
  return running.phase === 'PAST_DUE' ? 'Renew now' : 'Renew early'
}
