import { z } from 'zod'
import { MAX_USES, type OperatorPlan, type PlanTermsInput, type ProductView, planTerms } from '@/schemas/plans/contract'
import { PRORATIONS } from '@/schemas/plans/words'
import { CREDITS, isUsageKind, kindsOfProduct, type MeteredName } from '@/schemas/usage/words'
import { toMajorUnits } from './format-price'

const amount = z
  .string()
  .trim()
  .regex(/^(|0|[1-9]\d{0,9})$/, 'Enter a whole number, or leave empty')
  .refine((text) => Number(text) <= MAX_USES, 'At most 1,000,000,000')

/** A line for each kind of use that calls of the product count; empty means none. */
const quotaForm = z.array(z.object({ name: z.custom<MeteredName>(), limit: amount, rate: amount }))
type QuotaValues = z.output<typeof quotaForm>

function toQuotaValues(productId: number, plan: Pick<OperatorPlan, 'quotas' | 'creditRate'> | null): QuotaValues {
  const names: MeteredName[] = [...kindsOfProduct(productId), CREDITS]
  return names.map((name) => ({
    name,
    limit: textOf(plan?.quotas.find((quota) => quota.name === name)?.limit),
    rate: isUsageKind(name) ? textOf(plan?.creditRate[name]) : '',
  }))
}

function toQuotaTerms(values: QuotaValues): Pick<PlanTermsInput, 'quotas' | 'creditRate'> {
  const quotas = values.flatMap(({ name, limit }) => (limit === '' ? [] : [{ name, limit: Number(limit) }]))
  const rates = values.flatMap(({ name, rate }) => (rate === '' || !isUsageKind(name) ? [] : [[name, Number(rate)]]))
  return { quotas, creditRate: Object.fromEntries(rates) }
}

function textOf(number: number | undefined): string {
  return number === undefined ? '' : String(number)
}

const { priceMonthly } = planTerms.shape

const wholeNumber = z
  .string()
  .trim()
  .regex(/^[1-9]\d{0,5}$/, 'Enter a whole number from 1 to 999999')

/** The terms of a plan as they are typed. */
export const planForm = z.object({
  name: z.string().trim().min(1, 'Enter a name').max(40),
  description: z.string().trim().min(1, 'Enter a description').max(200),
  price: z
    .string()
    .trim()
    .refine((text) => priceMonthly.safeParse(text).success, 'Enter an amount such as 75000 or 75000.50'),
  yearlyMonths: z
    .string()
    .trim()
    .regex(/^([1-9]|1[0-2])$/, 'Enter whole months from 1 to 12'),
  proration: z.enum(PRORATIONS),
  readPerMinute: wholeNumber,
  writePerMinute: wholeNumber,
  sponsoredDailyUsd: z
    .string()
    .trim()
    .regex(/^(0|[1-9]\d{0,5})$/, 'Enter whole dollars from 0 to 999999'),
  isActive: z.boolean(),
  capabilities: z.array(z.string()),
  uses: quotaForm,
})
export type PlanValues = z.output<typeof planForm>

export function toPlanValues(product: ProductView, plan: OperatorPlan | null): PlanValues {
  const uses = toQuotaValues(product.id, plan)
  if (!plan) {
    return {
      uses,
      name: '',
      description: '',
      price: '0',
      yearlyMonths: '10',
      proration: 'PRORATE',
      readPerMinute: '600',
      writePerMinute: '120',
      sponsoredDailyUsd: '1000',
      isActive: true,
      capabilities: [],
    }
  }
  return {
    uses,
    name: plan.name,
    description: plan.description,
    price: toMajorUnits(plan.priceMonthlyMinor),
    yearlyMonths: String(plan.yearlyMonths),
    proration: plan.proration,
    readPerMinute: String(plan.readPerMinute),
    writePerMinute: String(plan.writePerMinute),
    sponsoredDailyUsd: String(plan.sponsoredDailyUsd),
    isActive: plan.isActive,
    capabilities: plan.capabilities,
  }
}

export function toPlanTerms(values: PlanValues): PlanTermsInput {
  return {
    name: values.name,
    description: values.description,
    isActive: values.isActive,
    priceMonthly: values.price,
    yearlyMonths: Number(values.yearlyMonths),
    proration: values.proration,
    capabilities: values.capabilities,
    readPerMinute: Number(values.readPerMinute),
    writePerMinute: Number(values.writePerMinute),
    sponsoredDailyUsd: Number(values.sponsoredDailyUsd),
    ...toQuotaTerms(values.uses),
  }
}
