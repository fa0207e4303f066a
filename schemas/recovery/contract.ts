import { z } from 'zod'
import { reasonText } from '@/schemas/text/contract'
import { type AccessKind, REPEATED_DECISIONS, type RecoveryCause } from './words'

/** An operator stops all sending. */
export const stopSendingInput = z.object({ reason: reasonText })
export type StopSendingInput = z.output<typeof stopSendingInput>

export const leaveRecoveryInput = z.object({ recoveryId: z.uuid(), reason: reasonText })
export type LeaveRecoveryInput = z.output<typeof leaveRecoveryInput>

export const decideRepeatedInput = z.object({
  transactionId: z.uuid(),
  decision: z.enum(REPEATED_DECISIONS),
  reason: reasonText,
})
export type DecideRepeatedInput = z.output<typeof decideRepeatedInput>

/** A transaction that may already be on its chain: the record in the database and the record on the chain. */
export type RepeatedView = {
  transactionId: string
  chainId: number
  chainName: string
  businessName: string
  fromAddress: string
  database: {
    createdAt: string
    toAddress: string
    amount: string
    tokenAddress: string | null
    idempotencyKey: string | null
  }
  chain: { hash: string; toAddress: string | null; nonce: number; recoveredAt: string }
}

/**
 * Access that the restored database allows, perhaps although it was removed after the backup. A list of blocked
 * addresses may lack those that were added after it.
 */
export type AccessToReview = {
  kind: AccessKind
  name: string
  /** Null for operators and support. */
  businessId: string | null
  businessName: string
  /** Null for what concerns the whole business, such as a person. */
  projectId: string | null
  /** When it was last used, or made. */
  at: string
}

/** The wallets of a business that a restore added, because the backup may lack them. */
export type RestoredWalletsView = {
  /** Null for the platform, whose addresses are those of payments. */
  businessId: string | null
  businessName: string
  count: number
  /** The number of them that received something since, or that have a label. */
  used: number
  /** Some are still to be added: their seed does not open. */
  isIncomplete: boolean
}

export type RecoveryView = {
  id: string
  cause: RecoveryCause
  message: string
  enteredAt: string
  /** When the chains were last checked; null before the first check. */
  lookedAt: string | null
  chains: { chainId: number; chainName: string; state: 'level' | 'ahead' | 'silent'; detail: string }[]
  /** The transactions that wallets sent after the backup and that have no record here. */
  lost: { chainId: number; chainName: string; hash: string; fromAddress: string; toAddress: string | null }[]
  /**
   * The access to check, because it may have been removed after the backup. Empty if an operator stopped sending.
   */
  toReview: AccessToReview[]
  /** The objections to sending again; empty if one operator may end the recovery. */
  objections: string[]
}
