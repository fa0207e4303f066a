import { expect, test } from 'vitest'
import type { PlanOffer, RunningPlan } from '@/schemas/payments/quotes/contract'
import { planChoiceOf } from './plan-choice-of'

const offer = (id: number, fullPriceNgn: string): PlanOffer => {
  const cycle = { outcome: 'payable', fullPriceNgn, fullPriceUsd: null, creditNgn: '0' } as const
  return {
    ...{ id, name: `Plan ${id}`, description: '', isActive: true, capabilities: [], quotas: [] },
    ...{ readPerMinute: 1, writePerMinute: 1, sponsoredDailyUsd: '0.00', yearlyMonths: 10 },
    cycles: { MONTHLY: cycle, YEARLY: cycle },
  }
}
const [cheap, middle, dear] = [offer(1, '9000'), offer(2, '75000'), offer(3, '300000')]
const plans = [cheap, middle, dear]
const running: RunningPlan = {
  ...{ subscriptionId: 's', planId: 2, planName: 'Plan 2', billingCycle: 'MONTHLY', phase: 'ACTIVE', isPaid: true },
  ...{ autoRenew: false, startDate: '', endDate: '', graceEndDate: '' },
}

test.each([
  [cheap, 'MONTHLY', 'Downgrade to this plan', false],
  [dear, 'MONTHLY', 'Change to this plan', true],
  [middle, 'MONTHLY', 'Renew early', false],
  [middle, 'YEARLY', 'Switch to yearly', false],
] as const)('beside the plan that runs, %o for %s is offered as: %s', (plan, cycle, label, isMain) => {
  expect(planChoiceOf({ plan, running, plans, cycle })).toEqual({ label, isMain, problem: null })
})

test('without a plan each one is chosen', () => {
  const choice = { label: 'Choose plan', isMain: true, problem: null }
  expect(planChoiceOf({ plan: cheap, running: null, plans, cycle: 'MONTHLY' })).toEqual(choice)
})
