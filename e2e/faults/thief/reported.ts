import { z } from 'zod'

/** What a customer did and where its coins are, as its process tells the run. */
export const reported = z.object({
  number: z.number(),
  chainId: z.number(),
  businessId: z.string(),
  /** In lower case. */
  wallets: z.array(z.string()),
  loot: z.string(),
  /** Each step and what came of it. */
  history: z.array(z.string()),
  /** What was no refusal. */
  faults: z.array(z.string()),
})
export type Reported = z.infer<typeof reported>
