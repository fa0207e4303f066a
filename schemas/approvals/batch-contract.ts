import { z } from 'zod'
import { decisionInput } from './contract'
import type { SelfApprovalReason } from './words'

export const batchDecisionInput = z.object({
  batchId: z.uuid(),
  /** The `digest` that was shown: a batch whose waiting lines changed since is not decided. */
  digest: z.string().regex(/^[0-9a-f]{64}$/, 'Not a digest'),
  note: decisionInput.shape.note,
})
export type BatchDecisionInput = z.output<typeof batchDecisionInput>

export type RefusedLine = {
  transactionId: string
  reference: string | null
  /** The name of the refusal, if it has one. */
  code: string | null
  message: string
}

/** Lines that were decided, and those that could not be; the latter keep waiting. */
export type BatchDecision = { decided: number; refused: RefusedLine[] }

/** Lines of a batch that move one asset: major units, the native coin if there is no `tokenAddress`. */
export type BatchTotal = { chainId: number; tokenAddress?: string; amount: string; lines: number }

/** The lines of a batch that wait for a second person. */
export type BatchApprovalView = {
  batchId: string
  /** Names the waiting lines: see `batchDecisionInput`. */
  digest: string
  lines: number
  /** The number of lines to addresses that the project has not paid before. */
  linesToNewRecipients: number
  totals: BatchTotal[]
  /** Null if a line has no price. */
  valueUsd: string | null
  /** The texts of the rules that require a second person, at most three. */
  reasons: string[]
  requestedBy: string
  createdAt: string
  /** When the first line expires. */
  expiresAt: string
  /** The reason why the viewer cannot decide it. */
  bar: SelfApprovalReason | null
}
