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
