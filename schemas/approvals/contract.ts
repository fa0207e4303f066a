import { z } from 'zod'
import type { KnownAddress } from '@/schemas/addresses/contract'
import { lineOfText } from '@/schemas/text/contract'
import type { DeclaredCallView } from '@/schemas/transactions/declared-call'
import type { TransactionStatus, TransactionType } from '@/schemas/transactions/words'
import { type Page, pageNumber } from '@/server/paging'
import type { ApprovalStatus, SelfApprovalReason } from './words'

export const approvalFilter = z.object({
  /** `pending` lists approvals that wait, `decided` the others. */
  state: z.enum(['pending', 'decided']),
  /** Only the lines of this batch, new recipients first. Without it, those that wait in batches are left out. */
  batchId: z.uuid().optional(),
  page: pageNumber,
})
export type ApprovalFilter = z.output<typeof approvalFilter>

export const decisionInput = z.object({
  approvalId: z.uuid(),
  note: lineOfText.max(500, 'At most 500 characters').default(''),
})
export type DecisionInput = z.output<typeof decisionInput>

export type ApprovalView = {
  id: string
  status: ApprovalStatus
  /** The text of the rule that requires a second person. */
  reason: string
  /** The name of a person, or the last four characters of a key. */
  requestedBy: string
  /** Null until a person decides, and if the approval expired. */
  decidedBy: string | null
  decidedAt: string | null
  note: string | null
  createdAt: string
  expiresAt: string
  /** The reason why the viewer cannot decide it. */
  bar: SelfApprovalReason | null
  /** Whether it is a line of a batch to an address that the project has not paid before. */
  isNewRecipient: boolean
  /** The names that the business has for the addresses of the transaction. */
  known: KnownAddress[]
  transaction: {
    id: string
    type: TransactionType
    chainType: 'EVM' | 'SOLANA'
    chainId: number
    fromAddress: string
    toAddress: string
    /** The amount that it moves: major units of the token, or of the native coin if there is no `tokenAddress`. */
    amount: string
    tokenAddress?: string
    /** The base units that a call moves of an unknown token; null otherwise. */
    unknownTokenUnits: string | null
    /** Null without a price. */
    valueUsd: string | null
    /** The recipient of the tokens, read from the calldata; null if it is `toAddress` or unknown. */
    recipient: string | null
    /** The signature of the called method if known, else its four bytes. */
    method: string | null
    /** The decoded call, as its caller declared it; null if the caller sent calldata. */
    call: DeclaredCallView | null
    status: TransactionStatus
  }
}

export type ApprovalPage = Page<ApprovalView>
