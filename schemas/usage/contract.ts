import type { MeteredName } from './words'

/** What a project used of a product in the month of its subscription that runs. */
export type ProductUsage = {
  productId: number
  productName: string
  planName: string
  /** When the next month begins and everything counts from zero. */
  resetsAt: string
  uses: {
    name: MeteredName
    used: number
    /** Null where the plan has no quota of it. */
    limit: number | null
    /** Credits a use costs; null where uses of it are not priced. */
    creditRate: number | null
  }[]
}
