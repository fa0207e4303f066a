import { z } from 'zod'

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
  creditRate: z.record(z.string(), z.number()),
  planQuotas: z.array(z.object({ name: z.string(), limit: z.number() })),
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
