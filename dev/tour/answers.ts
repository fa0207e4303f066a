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
export const quote = z.object({
  purpose: z.enum(['SUBSCRIPTION', 'WALLET_TOPUP']),
  amountNgn: z.number(),
  amountUsd: z.string(),
  periodEnd: z.string().nullable(),
})
export const account = z.object({
  kind: z.literal('FIAT'),
  accountNumber: z.string(),
  amountExpected: z.number(),
  paymentId: z.string(),
})
export const payment = z.object({
  id: z.string(),
  status: z.enum(['PENDING', 'SUCCESS', 'FAILED', 'REFUNDED']),
  providerId: z.string().nullable(),
})
export const settled = z.object({ type: z.literal('payment.settled'), data: payment })
export const outcome = z.object({ type: z.string(), timestamp: z.string(), data: transaction })
export const issuedToken = z.object({
  id: z.string(),
  contractAddress: z.string(),
  operationRef: z.string(),
  totalSupply: z.string(),
  holderCount: z.number(),
})
export const operation = z.object({
  operationRef: z.string(),
  tokenId: z.string(),
  status: z.enum(['PENDING', 'COMPLETED', 'FAILED']),
  error: z.string().nullable(),
  code: z.string().nullable(),
})
export const minted = z.object({ type: z.literal('token.minted'), data: operation })
