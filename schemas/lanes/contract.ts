import { z } from 'zod'
import type { KnownAddress } from '@/schemas/addresses/contract'
import { lineOfText, numericId } from '@/schemas/text/contract'
import type { TransactionView } from '@/schemas/transactions/contract'
import type { AttemptView, TimelineView } from '@/schemas/transactions/detail/contract'
import type { TransactionLifecycle } from '@/schemas/transactions/life/contract'
import type { MessageView } from '@/schemas/webhooks/contract'
import { type Page, pageNumber } from '@/server/paging'
import { LANE_STATES } from './words'

export const laneFilter = z.object({
  /** Left out: lanes with nothing open too. */
  state: z.enum(LANE_STATES).optional(),
  chainId: numericId.optional(),
  /** An address, or a part of a business's name. */
  search: z.string().trim().max(120).optional(),
  page: pageNumber,
})
export type LaneFilter = z.output<typeof laneFilter>

const NONCE_STATES = ['used', 'in_flight', 'cancelling', 'hole'] as const
/** One nonce of a lane: used by a block, sent and pending, with a requested cancellation, or without a transaction. */
export type NonceCell = { nonce: number; state: (typeof NONCE_STATES)[number]; transactionId: string | null }

/** One wallet on one chain, as the engine drains it. */
export type LaneView = {
  chainId: number
  chainName: string
  walletId: string
  address: string
  purpose: string
  businessName: string
  nextNonce: number | null
  /** In a block that is not final yet. */
  mined: number
  inFlight: number
  holes: number
  queued: number
  /** A worker drains it until then. */
  leaseUntil: string | null
  blockedReason: string | null
  /** The start of the quarantine for that reason, and how often in a row. */
  blockedSince: string | null
  blockedCount: number
  /** When it is checked again. */
  notBefore: string | null
  /** The time from which the oldest transaction without a block waits. */
  oldestAt: string | null
  isStuck: boolean
  /** The lowest unmined nonces, after the last ones that were used. */
  cells: NonceCell[]
}
export type LanePage = Page<LaneView> & { unassigned: number }

/** The lowest unmined nonce of a lane, when it waits for longer than the chain's patience. */
export type StuckHead = {
  transactionId: string
  chainId: number
  chainName: string
  address: string
  businessName: string
  nonce: number
  sentAt: string
  /** The number of transactions of the lane that wait behind it. */
  behind: number
  attempts: number
  lastAnswer: string | null
  isCancelRequested: boolean
}

export const operatorRequest = z.object({
  transactionId: z.uuid(),
  reason: lineOfText.min(3, 'Say why, for the audit log').max(300, 'At most 300 characters'),
})
export type OperatorRequest = z.output<typeof operatorRequest>

/** The names of a transaction's chain, its coin and its tokens. */
export type ChainFacts = {
  name: string
  nativeSymbol: string
  nativeDecimals: number
  tokens: { symbol: string; address: string; decimals: number }[]
}

export const transactionRef = z.object({ transactionId: z.uuid() })

/** The transactions that a suspended project, or every project of a suspended business, has accepted and not signed. */
export const waitingRef = z.object({ businessId: z.uuid(), projectId: z.uuid().nullable() })
export type WaitingRef = z.output<typeof waitingRef>
export const endWaitingInput = waitingRef.extend({
  reason: lineOfText.min(1, 'Say why').max(300, 'At most 300 characters'),
})
export type EndWaitingInput = z.output<typeof endWaitingInput>

/** The owner of a transaction. */
export type TransactionOwner = { businessId: string; projectId: string | null; businessName: string }

/** Any transaction, with its whole history. */
export type OperatorTransaction = {
  owner: TransactionOwner
  /** Null if the chain is switched off. */
  chain: ChainFacts | null
  transaction: TransactionView
  timeline: TimelineView
  attempts: AttemptView[]
  /** The names that its business has for its addresses. */
  known: KnownAddress[]
  /** The newest webhook that reports it; null if none was written yet, or none is wanted. */
  message: MessageView | null
  life: TransactionLifecycle
}
