import { z } from 'zod'

const address = z.string().trim().min(1, 'Enter an address')
const amount = z
  .string()
  .trim()
  .regex(/^(0|[1-9]\d*)(\.\d+)?$/, 'Enter an amount such as 25 or 25.5')

/** The forms for moving tokens. */
export const toForm = z.object({ to: address, amount })
export type ToForm = z.infer<typeof toForm>
export const fromForm = z.object({ from: address, amount })
export type FromForm = z.infer<typeof fromForm>
export const transferForm = z.object({ from: address, to: address, amount, forced: z.boolean() })
export type TransferForm = z.infer<typeof transferForm>
