import { z } from 'zod'
import { APPROVAL_STATUSES } from '@/schemas/approvals/words'
import { ATTEMPT_OUTCOMES, ATTEMPT_REASONS } from '@/schemas/transactions/words'

/** For the portal's detail page: every signed attempt of a transaction. */
const attemptView = z.object({
  id: z.uuid(),
  nonce: z.int().nullable(),
  txHash: z.string(),
  reason: z.enum(ATTEMPT_REASONS),
  outcome: z.enum(ATTEMPT_OUTCOMES),
  outcomeDetail: z.string().nullable(),
  /** The response of each endpoint to the last send. */
  answers: z.array(z.object({ endpoint: z.string(), outcome: z.string(), detail: z.string().nullable() })),
  sends: z.int(),
  gasLimit: z.string(),
  maxFeePerGas: z.string(),
  maxPriorityFeePerGas: z.string(),
  createdAt: z.iso.datetime(),
  lastSentAt: z.iso.datetime().nullable(),
})
export type AttemptView = z.infer<typeof attemptView>

/** When each stage was reached; null if it was not (yet). */
const timelineView = z.object({
  acceptedAt: z.iso.datetime(),
  signedAt: z.iso.datetime().nullable(),
  broadcastAt: z.iso.datetime().nullable(),
  minedAt: z.iso.datetime().nullable(),
  finalAt: z.iso.datetime().nullable(),
  idempotencyKey: z.string().nullable(),
  requestId: z.string().nullable(),
  blockNumber: z.string().nullable(),
  webhookUrl: z.string().nullable(),
  note: z.string().nullable(),
  /** The reason why a person of the platform has to look. */
  needsOperator: z.string().nullable(),
  /** The decision of a second person, if a policy required one. */
  approval: z
    .object({
      status: z.enum(APPROVAL_STATUSES),
      reason: z.string(),
      askedAt: z.iso.datetime(),
      decidedAt: z.iso.datetime().nullable(),
      decidedBy: z.string().nullable(),
    })
    .nullable(),
  /** The requests of people to the engine, newest first. */
  requests: z.array(
    z.object({
      kind: z.enum(['cancel', 'speed_up']),
      by: z.string(),
      reason: z.string(),
      at: z.iso.datetime(),
    }),
  ),
})
export type TimelineView = z.infer<typeof timelineView>
