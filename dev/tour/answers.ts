import { z } from 'zod'

export const tokenAnswer = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number(),
})
export const envelope = <T extends z.ZodType>(data: T) =>
  z.object({ status: z.literal(true), message: z.string(), data })
export const wallet = z.object({
  address: z.string(),
  chainType: z.string(),
  isActive: z.literal(true),
  addressIndex: z.number(),
})
export const transaction = z.object({
  id: z.string(),
  status: z.enum(['PENDING', 'COMPLETED', 'FAILED']),
  stage: z.string(),
  amount: z.string(),
  txHash: z.string().nullable(),
  toAddress: z.string(),
})
export const subscription = z.object({ id: z.string(), signingSecret: z.string() })
export const chainEvent = z.object({ to: z.string(), amount: z.string() })
export const listener = z.object({ id: z.string(), signingSecret: z.string() })
export const deposit = z.object({ id: z.string(), address: z.string(), amount: z.string(), txHash: z.string() })
export const arrived = z.object({ type: z.literal('wallet.deposit.confirmed'), data: deposit })
export const outcome = z.object({ type: z.string(), timestamp: z.string(), data: transaction })
