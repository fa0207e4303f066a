import { z } from 'zod'

/** The steps of a customer and the places of its coins, as its process reports them to the run. */
export const reported = z.object({
  number: z.number(),
  chainId: z.number(),
  businessId: z.string(),
  /** In lower case. */
  wallets: z.array(z.string()),
  loot: z.string(),
  /** Each step and its outcome. */
  history: z.array(z.string()),
  /** The errors that were no refusals. */
  faults: z.array(z.string()),
})
export type Reported = z.infer<typeof reported>
