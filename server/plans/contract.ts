import { z } from 'zod'
import { nairaText } from '@/server/money/amount-text'
import { lineOfText } from '@/server/text/contract'

const MESSAGE = 'a valid productId is required'

export const productParams = z.object({
  productId: z.string().transform((text, ctx) => {
    const id = /^[1-9][0-9]{0,9}$/.test(text) ? Number(text) : 0
    // The column is a 32-bit integer.
    if (id > 0 && id < 2 ** 31) return id
    ctx.addIssue({ code: 'custom', message: MESSAGE, params: { contractMessage: MESSAGE } })
    return z.NEVER
  }),
})

/** Spec 2.8. */
export const planView = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  isActive: z.boolean(),
  type: z.string(),
  productId: z.number().int(),
  priceMonthly: z.number().int().describe('Minor units of `currency`.'),
  currency: z.string(),
  currencySign: z.string(),
  currencySymbol: z.string(),
  creditRate: z
    .record(z.string(), z.number())
    .describe('Credits a use will cost, by kind. Nothing is metered yet: no use is counted or charged by it.'),
  planQuotas: z
    .array(z.object({ name: z.string(), limit: z.number() }))
    .describe('What the plan is meant to include. Nothing is metered yet: no call is refused because of a quota.'),
  capabilities: z.array(z.string()),
  createdBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type PlanView = z.infer<typeof planView>

export const productView = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  isActive: z.boolean(),
  capabilities: z.array(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type ProductView = z.infer<typeof productView>

const text = (max: number) => lineOfText.min(1, 'Must not be empty').max(max)
const perMinute = z.int('Enter a whole number').min(1).max(1_000_000)

/** Far below what a JSON number holds exactly, in kobo: the contract gives a price as an integer. */
const MAX_PRICE_MINOR = 100_000_000_000_000n

/** What the operator sets on a plan. */
export const planTerms = z.object({
  name: text(40),
  description: text(200),
  isActive: z.boolean(),
  /** Naira. */
  priceMonthly: nairaText({
    name: 'Price',
    max: MAX_PRICE_MINOR,
    tooMuch: 'is more than 1,000,000,000,000 naira',
    mayBeZero: true,
  }),
  capabilities: z.array(z.string()),
  readPerMinute: perMinute,
  writePerMinute: perMinute,
  /** Whole dollars of sponsored gas a day and chain. */
  sponsoredDailyUsd: z.int('Enter a whole number').min(0).max(1_000_000),
})
export type PlanTermsInput = z.input<typeof planTerms>

/** What the price is called inside: in kobo. */
function inMinor<T extends { priceMonthly: bigint }>({ priceMonthly, ...input }: T) {
  return { ...input, priceMonthlyMinor: priceMonthly }
}

export const createPlanInput = planTerms.extend({ productId: z.int().positive() }).transform(inMinor)
export const updatePlanInput = planTerms.extend({ planId: z.int().positive() }).transform(inMinor)
export type PlanTerms = Omit<z.output<typeof createPlanInput>, 'productId'>

/** A plan with what only the operator sees. */
export type OperatorPlan = Omit<PlanTermsInput, 'priceMonthly'> & {
  /** Minor units of the currency. */
  priceMonthlyMinor: bigint
  id: number
  productId: number
  currency: string
  currencySign: string
  /** Projects on it now. */
  projectCount: number
  updatedAt: string
}
