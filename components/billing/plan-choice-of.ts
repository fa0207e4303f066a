import type { PlanOffer, RunningPlan } from '@/schemas/payments/quotes/contract'
import type { BillingCycle } from '@/schemas/payments/words'

type Choice = { label: string; isMain: boolean; problem: string | null }
type Offered = {
  plan: PlanOffer
  running: RunningPlan | null
  /** All plans of the product. */
  plans: readonly PlanOffer[]
  cycle: BillingCycle
}

const CYCLES = { MONTHLY: 'Switch to monthly', YEARLY: 'Switch to yearly' } satisfies Record<BillingCycle, string>

/**
 * The label of the button that takes a plan, and why the plan cannot be taken. Null if there is nothing to take: the
 * plan is the current one and free.
 */
export function planChoiceOf({ plan, running, plans, cycle }: Offered): Choice | null {
  const { outcome } = plan.cycles[cycle]
  const isCurrent = running?.planId === plan.id
  if (isCurrent && outcome === 'free') return null
  if (!plan.isActive) return { label: 'Choose plan', isMain: false, problem: 'This plan is no longer on sale' }
  const isLess = isCheaper(
    plan,
    plans.find(({ id }) => id === running?.planId),
  )
  const label = labelOf({ plan, running, cycle, isLess })
  switch (outcome) {
    case 'free':
      return { label, isMain: running === null, problem: null }
    case 'payable':
      return { label, isMain: !isCurrent && !isLess, problem: null }
    case 'downgrade':
      return { label, isMain: false, problem: `What is left of ${running?.planName} covers its whole price` }
    case 'paid_plan_runs':
      return { label, isMain: false, problem: `${running?.planName} is paid and runs` }
    default:
      return outcome satisfies never
  }
}

function labelOf({ plan, running, cycle, isLess }: Omit<Offered, 'plans'> & { isLess: boolean }): string {
  if (running?.planId !== plan.id) {
    const isRefused = ['downgrade', 'paid_plan_runs'].includes(plan.cycles[cycle].outcome)
    if (!running || isRefused || plan.cycles[cycle].outcome !== 'payable') return 'Choose plan'
    return isLess ? 'Downgrade to this plan' : 'Change to this plan'
  }
  if (running.billingCycle !== cycle) return CYCLES[cycle]
  return running.phase === 'PAST_DUE' ? 'Renew now' : 'Renew early'
}

/** Compares the monthly prices. */
function isCheaper(plan: PlanOffer, than: PlanOffer | undefined): boolean {
  const priceOf = ({ cycles }: PlanOffer) => Number(cycles.MONTHLY.fullPriceNgn)
  return than !== undefined && priceOf(plan) < priceOf(than)
}
