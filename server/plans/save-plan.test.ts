import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { inOperator, workerCtx } from '@/server/ctx'
import { openDatabase } from '@/server/testing/open-database'
import { createPlanInput } from './contract'
import { listOperatorPlans } from './list-operator-plans'
import { listPlans } from './list-plans'
import { createPlan } from './save-plan'

const WHO = { actor: { type: 'user', id: v7(), name: 'Operator' }, requestId: v7() } as const
const TERMS = {
  name: 'Bank',
  description: 'For banks',
  isActive: true,
  yearlyMonths: 11,
  proration: 'RESET',
  capabilities: [],
  readPerMinute: 10,
  writePerMinute: 5,
  sponsoredDailyUsd: 20,
  productId: 1,
}

openDatabase()

test.each([
  ['21474836.48', 2_147_483_648],
  ['30000000', 3_000_000_000],
  ['1000000000000.00', 100_000_000_000_000],
  ['0', 0],
])('sells a plan at %s naira, to the kobo', async (priceMonthly, minor) => {
  const input = createPlanInput.parse({ ...TERMS, priceMonthly })
  const { id } = await inOperator(WHO, (ctx) => createPlan(ctx, input))
  const listed = await listPlans(workerCtx(), { productId: 1 })
  expect(listed.items.find((plan) => plan.id === id)?.priceMonthly).toBe(minor)
  const own = await inOperator(WHO, (ctx) => listOperatorPlans(ctx))
  const terms = { priceMonthlyMinor: BigInt(minor), yearlyMonths: 11, proration: 'RESET' }
  expect(own.items.find((plan) => plan.id === id)).toMatchObject(terms)
})

test.each([
  [{ yearlyMonths: 0 }, 'At least one month'],
  [{ yearlyMonths: 13 }, 'At most 12 months'],
  [{ yearlyMonths: 1.5 }, 'Enter a whole number'],
])('a year costs whole months, twelve at most: not %o', (terms, message) => {
  const parsed = createPlanInput.safeParse({ ...TERMS, priceMonthly: '1', ...terms })
  expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([message])
})

test.each([
  ['1000000000000.01', 'Price is more than 1,000,000,000,000 naira'],
  ['-1', 'Price must be a plain decimal number'],
  ['1.234', 'Price has more than 2 decimals'],
])('takes no price of %s', (priceMonthly, message) => {
  const parsed = createPlanInput.safeParse({ ...TERMS, priceMonthly })
  expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([message])
})
