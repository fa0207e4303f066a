import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { lineOfText } from '@/server/text/contract'

/** The text of spec 4.8; `errors.ts` has it for the server, this file may run in a browser. */
const INVALID_IP = 'ipAddress must be a valid IPv4 or IPv6 address'

/** A single address in its one canonical text: no range, no zone, no leading zeros; v4-mapped folds to IPv4. */
export const singleAddress = z.string().transform((text, ctx) => {
  const address = text.trim()
  if (ipaddr.IPv4.isValidFourPartDecimal(address) || (ipaddr.IPv6.isValid(address) && !address.includes('%'))) {
    return ipaddr.process(address).toString()
  }
  ctx.addIssue({ code: 'custom', message: INVALID_IP, params: { contractMessage: INVALID_IP } })
  return z.NEVER
})

export const addAllowlistEntryBody = z.strictObject({
  ipAddress: singleAddress.meta({ description: 'One IPv4 or IPv6 address.', examples: ['203.0.113.7'] }),
  label: lineOfText.max(100).default('').describe('What the address is.'),
})

export const allowlistEntryParams = z.object({ id: z.string() })

export const allowlistEntryView = z.object({
  id: z.string(),
  projectId: z.string(),
  ipAddress: z.string(),
  label: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type AllowlistEntryView = z.infer<typeof allowlistEntryView>

/** What somebody of the project should look at; zeros and null where all is well. */
export type Attention = {
  /** Of the last seven days, not recovered. */
  failedWebhooks: number
  /** Under way and without a block for too long. */
  stuckTransactions: number
  /** Waiting for a second person. */
  approvals: number
  /** What is left in USD, when it is little; null for a business that never had any. */
  lowBalanceUsd: string | null
}
