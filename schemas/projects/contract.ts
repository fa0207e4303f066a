import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { lineOfText } from '@/schemas/text/contract'
import type { Counted } from '@/server/paging'
import { field } from '@/server/text/field'

export type { Capability } from '@/db/capabilities'

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
  label: field(lineOfText.max(100).default(''), 'The owner or purpose of the address.', 'Office'),
})

export const allowlistEntryParams = z.object({
  id: field(z.string(), 'The id of the entry.', '019a6b3e-3c20-7d10-8e00-2f3a4b5c6d7e'),
})

export const allowlistEntryView = z
  .object({
    id: field(z.string(), 'The id of the entry.', '019a6b3e-3c20-7d10-8e00-2f3a4b5c6d7e'),
    projectId: field(z.string(), 'The business whose list has the entry.', '019a6b3e-0b00-7a10-9c00-0a1b2c3d4e5f'),
    ipAddress: field(z.string(), 'The address in its canonical form.', '203.0.113.7'),
    label: field(z.string(), 'The owner or purpose of the address.', 'Office'),
    createdBy: field(z.string(), 'The person or key that added it.', '019a6b3e-2a10-7b21-8c44-1d2e3f4a5b6c'),
    createdAt: field(z.string(), 'The time at which it was added.', '2026-11-21T11:05:12.310Z'),
    updatedAt: field(z.string(), 'The time of its last update.', '2026-11-21T11:05:12.310Z'),
  })
  .meta({ id: 'AllowedIpAddress' })
export type AllowlistEntryView = z.infer<typeof allowlistEntryView>

/** A plan whose calls are refused from `endsAt` on. */
export type EndingPlan = {
  subscriptionId: string
  product: string
  plan: string
  endsAt: string
  /** Its renewal is unpaid; otherwise it was canceled. */
  isUnpaid: boolean
}

/** The problems of a project that need attention; zeros, null and no plans if all is well. */
export type Attention = {
  /** The failed webhooks of the last seven days that were not recovered. */
  failedWebhooks: number
  /** Pending, and in no block for too long. */
  stuckTransactions: number
  /** Waiting for a second person. */
  approvals: number
  /** Event subscriptions whose destination returned 410 or failed for days. */
  pausedSubscriptions: number
  /** The paused webhook endpoints. */
  pausedEndpoints: number
  /** Active event subscriptions whose URL has accepted nothing for ten minutes. */
  failingSubscriptions: number
  /** Active webhook endpoints whose URL has accepted nothing for ten minutes. */
  failingEndpoints: number
  /** Plans that end within seven days: canceled ones, and those whose renewal is unpaid. */
  endingPlans: readonly EndingPlan[]
  /** The rest of the balance in USD, if it is low; null for a business that never had a balance. */
  lowBalanceUsd: string | null
}

/** A project with its business, for operators. */
export const businessProjectRef = z.object({ businessId: z.uuid(), projectId: z.uuid() })
const projectName = lineOfText.min(2, 'Enter a name of at least 2 characters').max(80)
export const createProjectInput = z.object({ businessId: z.uuid(), name: projectName })
export const renameProjectInput = z.object({ name: projectName })
export const setProjectStatusInput = businessProjectRef.extend({ status: z.enum(['active', 'suspended']) })
export const testnetsOnlyInput = z.object({ testnetsOnly: z.boolean() })
// `shape`: the body of `/v1` refuses unknown fields, and here the portal sends the project with it.
export const addAllowlistEntryInput = z.object(addAllowlistEntryBody.shape)
export const allowlistEntryRef = z.object({ entryId: z.uuid() })

/** The overview of a project. */
export type Overview = {
  baseUrl: string
  /** Enough of the newest live key to recognize it; the key itself is not kept. */
  liveKey: { prefix: string; lastFour: string } | null
  attention: Attention
  /** The networks of the transactions that are counted; null: all. Wallets and deliveries have no network. */
  networks: 'MAINNET' | 'TESTNET' | null
  counts: { wallets: number; transactions: Counted; pending: Counted; deliveries: Counted }
  /** The set-up steps, each true once a row proves it. */
  done: {
    planChosen: boolean
    keyIssued: boolean
    networksChosen: boolean
    walletGenerated: boolean
    transferCompleted: boolean
    webhookDelivered: boolean
  }
}

export type ProjectView = {
  id: string
  name: string
  status: 'active' | 'suspended'
  businessId: string
  businessName: string
  businessStatus: 'active' | 'suspended'
  /** Calls that mean a mainnet are refused. */
  testnetsOnly: boolean
  webhookSecretVersion: number
  createdAt: string
}

export type OwnProject = { id: string; name: string; businessId: string; businessName: string }
