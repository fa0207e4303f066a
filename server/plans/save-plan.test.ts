import { expect, test } from 'vitest'
import { createPlanInput } from '@/schemas/plans/contract'
import { inOperator, workerCtx } from '@/server/ctx'
import { anyOperator } from '@/server/testing/any-operator'
import { openDatabase } from '@/server/testing/open-database'
import { listOperatorPlans } from './list-operator-plans'
import { listPlans } from './list-plans'
import { createPlan } from './save-plan'

const WHO = anyOperator()
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
  quotas: [],
  creditRate: {},
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

const limitsOf = (terms: object) =>
  createPlanInput.safeParse({ ...TERMS, priceMonthly: '1', ...terms }).error?.issues.map(({ path }) => path.join('.'))

test.each([
  [-1],
  [-0.5],
  [0.1 + 0.2],
  [1_000_000_001],
  [999_999_999_999_999],
  [Number.POSITIVE_INFINITY],
  [Number.NaN],
  ['10'],
  [null],
])('takes no quota and no rate of %s', (value) => {
  expect(limitsOf({ quotas: [{ name: 'transfers', limit: value }] })).toEqual(['quotas.0.limit'])
  expect(limitsOf({ creditRate: { transfers: value } })).toEqual(['creditRate.transfers'])
})

test('takes a quota of nothing, of a thousand million, and of each name once', () => {
  expect(
    limitsOf({
      quotas: [
        { name: 'transfers', limit: 0 },
        { name: 'credits', limit: 1_000_000_000 },
      ],
    }),
  ).toBeUndefined()
  expect(
    limitsOf({
      quotas: [
        { name: 'transfers', limit: 1 },
        { name: 'transfers', limit: 2 },
      ],
    }),
  ).toEqual(['quotas.1.name'])
  expect(limitsOf({ quotas: [{ name: 'sleep', limit: 1 }] })).toEqual(['quotas.0.name'])
  expect(limitsOf({ creditRate: { credits: 1 } })).toEqual(['creditRate'])
})

test('limits only what calls of its product use, and says which is not', async () => {
  const terms = { quotas: [{ name: 'transfers', limit: 5 }], creditRate: { signatures: 2 }, productId: 2 }
  const input = createPlanInput.parse({ ...TERMS, priceMonthly: '1', ...terms })
  await expect(inOperator(WHO, (ctx) => createPlan(ctx, input))).rejects.toMatchObject({
    errors: [
      'quotas: transfers is not used by calls of Blockchain events',
      'quotas: signatures is not used by calls of Blockchain events',
    ],
  })
})

test('shows what a plan limits and prices to the public and to the operator alike', async () => {
  const terms = {
    quotas: [
      { name: 'transfers', limit: 5 },
      { name: 'credits', limit: 90 },
    ],
    creditRate: { transfers: 10 },
  }
  const input = createPlanInput.parse({ ...TERMS, priceMonthly: '1', ...terms })
  const { id } = await inOperator(WHO, (ctx) => createPlan(ctx, input))
  const listed = await listPlans(workerCtx(), { productId: 1 })
  expect(listed.items.find((plan) => plan.id === id)).toMatchObject({
    planQuotas: terms.quotas,
    creditRate: terms.creditRate,
  })
  const own = await inOperator(WHO, (ctx) => listOperatorPlans(ctx))
  expect(own.items.find((plan) => plan.id === id)).toMatchObject(terms)
})
