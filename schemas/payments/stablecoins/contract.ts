import { z } from 'zod'
import { addressText } from '@/schemas/addresses/contract'
import { lineOfText, numericId, reasonText } from '@/schemas/text/contract'

const chainAddress = addressText()

export const depositTokenRef = z.object({ chainId: numericId, tokenAddress: chainAddress })
export type DepositTokenRef = z.output<typeof depositTokenRef>

/** A token to accept payments in. */
export const addDepositTokenInput = depositTokenRef.extend({
  peg: z.enum(['USD', 'NGN']),
  /** Null if the chain has none: a mint of Solana has no symbol. */
  symbol: lineOfText.max(12, 'At most 12 characters').default(''),
})
export type AddDepositTokenInput = z.output<typeof addDepositTokenInput>

export const setDepositTokenActiveInput = z.object({ tokenId: z.uuid(), isActive: z.boolean() })
export type SetDepositTokenActiveInput = z.output<typeof setDepositTokenActiveInput>

/** A token to offer again, while the decision waits for a second person. */
export const depositTokenActivation = z.object({
  tokenId: z.uuid(),
  symbol: z.string(),
  chainName: z.string(),
  tokenAddress: z.string(),
  peg: z.string(),
})

export const setSweepLeastInput = z.object({
  tokenId: z.uuid(),
  /** Whole tokens; 0 sweeps all. */
  sweepLeast: z.string().trim().min(1, 'Say how much').max(40, 'At most 40 characters'),
})
export type SetSweepLeastInput = z.output<typeof setSweepLeastInput>

/** The input with the facts that the chain reported about the token, while it waits for a second person. */
export const depositTokenProposal = addDepositTokenInput.extend({
  found: z.object({
    chainName: z.string(),
    symbol: z.string().nullable(),
    decimals: z.int(),
    takesFee: z.literal(false).nullable(),
  }),
})

export type DepositTokenView = {
  id: string
  chainId: number
  chainName: string
  tokenAddress: string
  symbol: string
  decimals: number
  peg: 'USD' | 'NGN'
  /** Whole tokens below which an address is not swept. */
  sweepLeast: string
  isActive: boolean
}

/** An unmatched deposit: it arrived at the address of a payment and does not belong to the payment. */
export type UnmatchedDepositView = {
  id: string
  chainId: number
  chainName: string
  address: string
  symbol: string
  /** Null for the native coin. */
  tokenAddress: string | null
  amount: string
  fromAddress: string
  txHash: string
  /**
   * `FOREIGN` is not accepted at its address; `REVERTED` left the chain after it was booked; `DOUBTFUL` returned after
   * that.
   */
  state: 'FOREIGN' | 'REVERTED' | 'DOUBTFUL'
  /** The decisions that it allows. */
  decisions: ArrivalDecisionKind[]
  /**
   * The content of its recovery: all unmatched deposits like it, or those of its proposal. Null if no recovery is
   * possible.
   */
  recovery: { amount: string; depositIds: string[] } | null
  /** The open proposal, with the person who made it. */
  proposal: { by: string; what: string } | null
  arrivedAt: string
}

/** A recovery of money without a deposit, until a second person requests the same. */
export type RecoveryProposalView = {
  id: string
  chainId: number
  chainName: string
  address: string
  /** Null for the native coin. */
  tokenAddress: string | null
  symbol: string
  /** In whole units; null if the platform does not know the decimals of the token. */
  amount: string | null
  toAddress: string
}

const about = { arrivalId: z.uuid(), reason: reasonText }

/** An operator's decision on money that left its chain after it was recorded, or that arrived again afterwards. */
export const arrivalDecision = z.discriminatedUnion('kind', [
  /** It left: removes it from the ledger, and from the balance of the business that it was credited to. */
  z.object({ kind: z.literal('reverse'), ...about }),
  /** It left: removes it from the ledger; the platform bears the loss. */
  z.object({ kind: z.literal('bear'), ...about }),
  /** It arrived again: it is the deposit that is already recorded. */
  z.object({ kind: z.literal('same'), ...about }),
  /** It arrived again: records it as a new deposit. */
  z.object({ kind: z.literal('book'), ...about }),
  /** Leaves it as it is and removes it from the list. */
  z.object({ kind: z.literal('ignore'), ...about }),
])
export type ArrivalDecision = z.output<typeof arrivalDecision>
export type ArrivalDecisionKind = ArrivalDecision['kind']

/** The most deposits of one recovery. */
export const MAX_RECOVERED = 100

/** Sends away money that the address of a payment does not accept. */
export const recoverDepositInput = z.object({
  chainId: numericId,
  /** The address of the payment. */
  address: chainAddress,
  /** Null for the native coin. */
  tokenAddress: chainAddress.nullable(),
  /** The unmatched deposits that it sends, as the list shows them. None: money that no deposit accounts for. */
  depositIds: z.array(z.uuid()).max(MAX_RECOVERED).default([]),
  /** The amount of money without a deposit, in whole units. */
  amount: z.string().trim().max(80, 'At most 80 characters').nullable().default(null),
  toAddress: chainAddress,
  reason: reasonText,
})
export type RecoverDepositInput = z.output<typeof recoverDepositInput>

/** Rejects a proposed recovery, with the reason. */
export const dropRecoveryInput = z.object({ recoveryId: z.uuid(), reason: reasonText })
export type DropRecoveryInput = z.output<typeof dropRecoveryInput>

/** `proposed`: it waits for a second person who requests the same amount to the same recipient. */
export type MoveOutcome = { state: 'queued' | 'proposed' }
