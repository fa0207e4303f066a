import { z } from 'zod'
import { field } from '@/server/text/field'
import type { MeteredName } from './words'

/** The usage of a product by a project in the current month of its subscription. */
export type ProductUsage = {
  productId: number
  productName: string
  planName: string
  /** When the next month begins and everything counts from zero. */
  resetsAt: string
  uses: {
    name: MeteredName
    used: number
    /** Null if the plan has no quota for it. */
    limit: number | null
    /** The cost of one use in credits; null if uses are not priced. */
    creditRate: number | null
  }[]
}

/** The data of a call that a used up quota refuses. */
export const quotaShortageView = z.object({
  kind: field(z.string(), 'The kind of use that the quota counts.', 'transfers'),
  limit: field(z.int(), 'The quota of the month.', 1_000),
  used: field(z.int(), 'The use so far.', 1_000),
  resetsAt: field(z.string(), 'The time at which the next month begins.', '2026-12-25T15:57:22.000Z'),
})
