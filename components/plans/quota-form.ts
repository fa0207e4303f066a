import { z } from 'zod'
import { MAX_USES, type OperatorPlan, type PlanTermsInput } from '@/schemas/plans/contract'
import { CREDITS, isUsageKind, kindsOfProduct, type MeteredName } from '@/schemas/usage/words'

const amount = z
  .string()
  .trim()
  .regex(/^(|0|[1-9]\d{0,9})$/, 'Enter a whole number, or leave empty')
  .refine((text) => Number(text) <= MAX_USES, 'At most 1,000,000,000')

/** A line for each kind of use that calls of the product count; empty means none. */
export const quotaForm = z.array(z.object({ name: z.custom<MeteredName>(), limit: amount, rate: amount }))
type QuotaValues = z.output<typeof quotaForm>

export function toQuotaValues(
  productId: number,
  plan: Pick<OperatorPlan, 'quotas' | 'creditRate'> | null,
): QuotaValues {
  const names: MeteredName[] = [...kindsOfProduct(productId), CREDITS]
  return names.map((name) => ({
    name,
    limit: textOf(plan?.quotas.find((quota) => quota.name === name)?.limit),
    rate: isUsageKind(name) ? textOf(plan?.creditRate[name]) : '',
  }))
}

export function toQuotaTerms(values: QuotaValues): Pick<PlanTermsInput, 'quotas' | 'creditRate'> {
  const quotas = values.flatMap(({ name, limit }) => (limit === '' ? [] : [{ name, limit: Number(limit) }]))
  const rates = values.flatMap(({ name, rate }) => (rate === '' || !isUsageKind(name) ? [] : [[name, Number(rate)]]))
  return { quotas, creditRate: Object.fromEntries(rates) }
}

function textOf(number: number | undefined): string {
  return number === undefined ? '' : String(number)
}
