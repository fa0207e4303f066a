import { z } from 'zod'
import type { TransactionView } from '@/schemas/transactions/contract'
import type { Shortfall } from '@/server/money/shortfall'

/** The kinds of moments on the time axis of a transaction. Moments of one millisecond appear in this order. */
export const LIFECYCLE_EVENT_KINDS = [
  'request',
  'policy',
  'hold',
  'accepted',
  'approval',
  'asked',
  'signed',
  'sent',
  'mined',
  'confirmed',
  'settled',
  'webhook',
  'mail',
] as const
type MomentKind = (typeof LIFECYCLE_EVENT_KINDS)[number]

/** Something that happened to a transaction, from the row that recorded it. */
export type LifecycleEvent = {
  /** Stable between reads. */
  id: string
  kind: MomentKind
  /** ISO 8601 with milliseconds. */
  at: string
  /** Its duration, if the row has it. */
  durationMs: number | null
  title: string
  detail: string | null
  tone: 'done' | 'failed' | 'info'
  /** The row behind the moment, if the portal has a page for it. */
  row: { kind: 'request' | 'webhook'; id: string } | { kind: 'approvals' | 'policy' | 'balance' } | null
}

/** The remedy of a state: a button on the transaction's page, or another page. */
export type RemedyKind =
  | 'fund_wallet'
  | 'top_up'
  | 'send_again'
  | 'approve'
  | 'speed_up'
  | 'policy'
  | 'screening'
  | 'wallet'
  | 'earlier'
  | 'settings'
  | 'support'
export type Remedy = { kind: RemedyKind; label: string /** The row that the page is about. */; id?: string }

/** The reason why a transaction failed or waits, and what to do. */
export type Explanation = {
  /** The code of the cause in `/v1`, or the state in which it waits. */
  code: string
  state: 'failed' | 'waiting'
  title: string
  why: string
  /** A text of the row that caused it. */
  cause: string | null
  /** The numbers, ready to be shown. */
  facts: { label: string; value: string }[]
  shortfall: Shortfall | null
  remedies: Remedy[]
}

export type TransactionLifecycle = { moments: LifecycleEvent[]; explanation: Explanation | null }

/** The hours for which a read-only link is valid. */
export const shareInput = z.object({
  transactionId: z.uuid(),
  hours: z.union([z.literal(1), z.literal(24), z.literal(168)]).default(24),
})
export type ShareInput = z.output<typeof shareInput>
export const shareRef = z.object({ transactionId: z.uuid(), shareId: z.uuid() })
export const readSharedInput = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'The link is not complete.') })

/** A read-only link of a transaction that can still be used. */
export type ShareView = {
  id: string
  createdBy: string
  createdAt: string
  expiresAt: string
  firstOpenedAt: string | null
}

/**
 * The view of a transaction for anyone who has the link. It has the facts of the chain and the time axis, but no key,
 * request, URL of a destination or name of a person.
 */
export type SharedTransaction = {
  transaction: Pick<
    TransactionView,
    | 'id'
    | 'type'
    | 'chainType'
    | 'network'
    | 'chainId'
    | 'fromAddress'
    | 'toAddress'
    | 'amount'
    | 'tokenAddress'
    | 'txHash'
    | 'explorerTxUrl'
    | 'status'
    | 'stage'
    | 'confirmations'
    | 'createdAt'
    | 'error'
  >
  chainName: string
  /** The symbol of what moves; null for a token that the platform does not know. */
  symbol: string | null
  blockNumber: string | null
  moments: Omit<LifecycleEvent, 'row'>[]
  expiresAt: string
}
