import { z } from 'zod'
import { PRORATIONS } from '@/schemas/plans/words'
import { lineOfText, numericId } from '@/schemas/text/contract'
import { CREDITS, USAGE_KIND_NAMES } from '@/schemas/usage/words'
import { nairaText } from '@/server/money/amount-text'
import { field } from '@/server/text/field'

const MESSAGE = 'a valid productId is required'

const productId = z
  .string()
  .transform((text, ctx) => {
    const id = /^[1-9][0-9]{0,9}$/.test(text) ? Number(text) : 0
    // The column is a 32-bit integer.
    if (id > 0 && id < 2 ** 31) return id
    ctx.addIssue({ code: 'custom', message: MESSAGE, params: { contractMessage: MESSAGE } })
    return z.NEVER
  })
  .meta({ type: 'integer', minimum: 1, maximum: 2 ** 31 - 1, description: 'The id of the product.', examples: [1] })

export const productParams = z.object({ productId })

/** Spec 2.8. */
export const planView = z
  .object({
    id: field(z.number().int(), 'The id of the plan.', 2),
    name: field(z.string(), 'Its display name.', 'Growth'),
    description: field(z.string(), 'A description of the plan.', 'For products with customers'),
    isActive: field(z.boolean(), 'Whether it is on sale.', true),
    type: field(z.string(), 'RECURRING: it is paid each period.', 'RECURRING'),
    productId: field(z.number().int(), 'The product of the plan.', 1),
    priceMonthly: field(z.number().int(), 'The price in minor units of `currency`.', 5_000_000),
    currency: field(z.string(), 'ISO 4217.', 'NGN'),
    currencySign: field(z.string(), 'The currency sign to show in front of amounts.', '₦'),
    currencySymbol: field(z.string(), 'The currency code to show in front of amounts.', 'NGN'),
    creditRate: field(
      z.record(z.string(), z.number()),
      'The number of credits that a use costs, by kind. The quota `credits` counts them.',
      { 'api.calls': 1, transfers: 10 },
    ),
    planQuotas: z
      .array(
        z.object({
          name: field(
            z.string(),
            'The counted use: `api.calls`, `wallets.created`, `transfers`, `signatures` or `credits`.',
            'wallets.created',
          ),
          limit: field(
            z.number(),
            'The number per month. A month begins on the day of the month on which the subscription started.',
            1_000,
          ),
        }),
      )
      .describe(
        'The use that the plan includes per month. Beyond it, calls return 402 with code `quota_exceeded` until the next month of the subscription. A use without a quota is counted and never refused.',
      ),
    yearlyMonths: field(z.number().int(), 'The price of a year, as a number of months of `priceMonthly`.', 10),
    capabilities: field(z.array(z.string()), 'The capabilities that it grants.', ['wallet.hd.read']),
    createdBy: field(z.string(), 'The person or key that created it.', 'system'),
    createdAt: field(z.string(), 'The time at which it was created.', '2026-11-01T00:00:00.000Z'),
    updatedAt: field(z.string(), 'The time of its last update.', '2026-11-01T00:00:00.000Z'),
  })
  .meta({ id: 'Plan' })
export type PlanView = z.infer<typeof planView>

export const productView = z
  .object({
    id: field(z.number().int(), 'The id of the product.', 1),
    name: field(z.string(), 'Its display name.', 'Wallet'),
    description: field(z.string(), 'A description of the product.', 'HD wallets and transfers'),
    isActive: field(z.boolean(), 'Whether it is sold.', true),
    capabilities: field(z.array(z.string()), 'The capabilities that its plans may grant.', ['wallet.hd.read']),
    createdAt: field(z.string(), 'The time at which it was created.', '2026-11-01T00:00:00.000Z'),
    updatedAt: field(z.string(), 'The time of its last update.', '2026-11-01T00:00:00.000Z'),
  })
  .meta({ id: 'Product' })
export type ProductView = z.infer<typeof productView>

const text = (max: number) => lineOfText.min(1, 'Must not be empty').max(max)
const perMinute = z.int('Enter a whole number').min(1).max(1_000_000)

/** Far below the limit of exact JSON numbers, in kobo: the contract gives a price as an integer. */
const MAX_PRICE_MINOR = 100_000_000_000_000n

/** More than any product has. */
const MAX_CAPABILITIES = 100

/** Far below the limit of exact numbers. */
export const MAX_USES = 1_000_000_000
const uses = z.int('Enter a whole number').min(0, 'Not below zero').max(MAX_USES, 'At most 1,000,000,000')

/** The monthly quotas of a plan; a use without a quota has no limit. */
const quotaTerms = z
  .array(z.strictObject({ name: z.enum([...USAGE_KIND_NAMES, CREDITS], 'is not counted'), limit: uses }))
  .max(USAGE_KIND_NAMES.length + 1)
  .superRefine((quotas, issues) => {
    const known = new Set<string>()
    for (const [n, { name }] of quotas.entries())
      if (known.size === known.add(name).size)
        issues.addIssue({ code: 'custom', path: [n, 'name'], message: 'stands above' })
  })

/** The terms of a plan that the operator sets. */
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
  /** Months that a year costs. */
  yearlyMonths: z.int('Enter a whole number').min(1, 'At least one month').max(12, 'At most 12 months'),
  /** The treatment of the unused value of the previous plan. */
  proration: z.enum(PRORATIONS),
  capabilities: z.array(z.string()).max(MAX_CAPABILITIES),
  readPerMinute: perMinute,
  writePerMinute: perMinute,
  /** Whole dollars of sponsored gas a day and chain. */
  sponsoredDailyUsd: z.int('Enter a whole number').min(0).max(1_000_000),
  quotas: quotaTerms,
  /** Credits that a use of a kind costs; an unnamed kind costs none. */
  creditRate: z.partialRecord(z.enum(USAGE_KIND_NAMES), uses),
})
export type PlanTermsInput = z.input<typeof planTerms>

/** Renames the price to its internal name: `priceMonthlyMinor`, in kobo. */
function inMinor<T extends { priceMonthly: bigint }>({ priceMonthly, ...input }: T) {
  return { ...input, priceMonthlyMinor: priceMonthly }
}

export const createPlanInput = planTerms.extend({ productId: numericId }).transform(inMinor)
export const updatePlanInput = planTerms.extend({ planId: numericId }).transform(inMinor)
export type PlanTerms = Omit<z.output<typeof createPlanInput>, 'productId'>

/** More sponsored gas with a plan, as it waits for a second person. */
export const planGasRaise = z.object({
  planId: z.int(),
  name: z.string(),
  formerUsd: z.int(),
  sponsoredDailyUsd: planTerms.shape.sponsoredDailyUsd,
})
export type PlanGasRaise = z.output<typeof planGasRaise>

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
