import { z } from 'zod'
import { numericId } from '@/server/text/contract'

/** A product and the plan a project has of it, if any. */
export type ProjectPlan = {
  productId: number
  productName: string
  planId: number | null
  planName: string | null
  capabilities: string[]
  endDate: string | null
}

export const projectPlanRef = z.object({ businessId: z.uuid(), projectId: z.uuid() })
export const setProjectPlanInput = projectPlanRef.extend({
  productId: numericId,
  /** Null takes the product away. */
  planId: numericId.nullable(),
})
export type SetProjectPlanInput = z.output<typeof setProjectPlanInput>
